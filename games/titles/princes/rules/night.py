"""The night: moon tiles, Sundial, new bonuses, the next day (PRI 9.2)."""

from __future__ import annotations

from games.engine.copies import replace

from . import moon, trail
from .actions import Collect, Decline
from .data import MOST_BONUS, NIGHT_BONUS
from .goods import CORN, NOTHING, WARES, Counts, added
from .state import Seat, State, Step, clockwise, clockwise_after


def begin(state: State) -> State:
    """Ask the first question of the night, or begin the next morning."""
    return _settle_tiles(state, clockwise(_holder(state), len(state.seats)))


def after_moon_tile(state: State, action: Collect | Decline) -> State:
    """The position after the good on a moon tile is paid for or declined, and the tile is put back."""
    seat = state.seats[state.asked]
    if isinstance(action, Collect):
        seat = moon.collected(seat, action)
    after = _put_back(state, state.asked, seat, (action.good,))
    return _settle_tiles(after, (state.asked, *_seats_after(state)))


def after_tiles(state: State) -> State:
    """Continue with the moon tiles of the seats after the one just asked."""
    return _settle_tiles(state, _seats_after(state))


def after_reward(state: State) -> State:
    """Continue with the Sundial: further Incas of the asked seat, then the seats after it."""
    return _pay_sundial(state, (state.asked, *_seats_after(state)))


def _holder(state: State) -> int:
    assert state.sun is not None
    return state.sun


def _seats_after(state: State) -> tuple[int, ...]:
    return clockwise_after(state.asked, _holder(state), len(state.seats))


def _settle_tiles(state: State, seats: tuple[int, ...]) -> State:
    """Settle the moon tiles of these seats: the corn, then each good, then the steps."""
    for index in seats:
        seat = state.seats[index]
        if not seat.tiles:
            continue
        if CORN in seat.tiles:
            state = _put_back(state, index, moon.with_corn(seat), (CORN,))
            seat = state.seats[index]
        if moon.can_pay(seat) and any(ware in seat.tiles for ware in WARES):
            return replace(state, step=Step.NIGHT_TILES, asked=index)
        steps = sum(moon.WALKS.get(tile, 0) for tile in seat.tiles)
        state = trail.walk(_put_back(state, index, seat, seat.tiles), index, steps)
        if state.summit:
            return replace(state, step=Step.NIGHT_TILES)
    return _pay_sundial(state, clockwise(_holder(state), len(state.seats)))


def _put_back(state: State, index: int, seat: Seat, tiles: tuple[str, ...]) -> State:
    """The position with one seat replaced and some of its moon tiles back on the board."""
    seat = replace(seat, tiles=tuple(tile for tile in seat.tiles if tile not in tiles))
    return replace(state, seats=state.with_seat(index, seat), tiles=moon.back_on_board(state.tiles, tiles))


def _pay_sundial(state: State, seats: tuple[int, ...]) -> State:
    """Ask the first of these seats that has an Inca on the Sundial; if none has, begin the next day."""
    for index in seats:
        if state.seats[index].sundial:
            return replace(state, step=Step.NIGHT_SUNDIAL, asked=index)
    return _dawn(state)


def _dawn(state: State) -> State:
    """Pay the trail income, put new bonuses on the nine districts, and let the holder of the sun tile begin the day."""
    holder = _holder(state)
    return replace(
        state,
        seats=tuple(replace(seat, goods=added(seat.goods, seat.due), due=NOTHING, turns=0) for seat in state.seats),
        day=state.day + 1,
        bonuses=_refilled(state.bonuses),
        stones=_refilled(state.stones),
        sun=None,
        active=holder,
        asked=holder,
        # PRI 9.4: if the deck ran out at night, the game ends once the night is done.
        step=Step.TURN if state.deck else Step.OVER,
    )


def _refilled(counts: Counts) -> Counts:
    return tuple(min(MOST_BONUS, count + NIGHT_BONUS) for count in counts)

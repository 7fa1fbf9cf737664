"""The end of a turn, and of a day (PRI 9.1, 9.2, 9.4)."""

from __future__ import annotations

from games.engine.copies import replace

from . import night
from .data import LAST_DAY, SYMBOL_CORN
from .goods import CORN_INDEX, NOTHING, added, shifted
from .state import State, Step


def end_turn(state: State) -> State:
    """End the turn: start the next seat's turn, begin the night, or end the game.

    First everyone gets their trail income, and the last seat of any day but the last gets the moon symbol's corn.
    """
    seats = state.seats
    if any(seat.due != NOTHING for seat in seats):
        seats = tuple(replace(seat, goods=added(seat.goods, seat.due), due=NOTHING) for seat in seats)
    following = (state.active + 1) % len(seats)
    is_evening = following == state.sun
    if is_evening and state.day < LAST_DAY:
        last = seats[state.active]
        last = replace(last, goods=shifted(last.goods, CORN_INDEX, SYMBOL_CORN))
        seats = (*seats[: state.active], last, *seats[state.active + 1 :])
    if is_rescued(state) or (is_evening and state.day == LAST_DAY):
        return replace(state, seats=seats, step=Step.OVER)
    if is_evening:
        return night.begin(replace(state, seats=seats))
    return replace(state, seats=seats, active=following, asked=following, step=Step.TURN)


def is_rescued(state: State) -> bool:
    """Whether the city is rescued: all priests and virgins are taken, or no sacrifice card is left."""
    return not any(state.rows) or not state.deck

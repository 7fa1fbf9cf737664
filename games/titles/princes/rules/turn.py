"""A turn: move the prince and use its new district, or stay and take a moon tile (PRI 3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.engine.copies import replace

from . import hire, market, moon, priests, production, sundial, temples, trail
from .actions import Action, Collect, Decline, Go, Jump, Moon
from .data import LAST_DAY, LLAMAS_FOR_A_JUMP, MOST_TURNS, TILES_UNTIL_NIGHT
from .districts import (
    CENTRAL_PLAZA,
    DISTRICTS,
    FAR,
    HOUSE_OF_PRIESTS,
    HOUSE_OF_VIRGINS,
    NEAR,
    PRODUCTION,
    ROYAL_PALACE,
    SUNDIAL,
    TEMPLES,
    WATCHMANS_HUT,
)
from .goods import CORN, LLAMA_INDEX, shifted
from .state import State, Step

GOES = {district: Go(district) for district in DISTRICTS}
JUMPS = {district: Jump(district) for district in DISTRICTS}
_ANYWHERE: tuple[Action, ...] = tuple(GOES.values())
_TILES_LEFT_FOR_THE_NIGHT = len(moon.TILES) - TILES_UNTIL_NIGHT

_VISITED: dict[str, Callable[[State], State]] = {
    **dict.fromkeys(PRODUCTION, production.visited),
    **dict.fromkeys(TEMPLES, temples.visited),
    WATCHMANS_HUT: hire.visited,
    ROYAL_PALACE: hire.visited,
    HOUSE_OF_PRIESTS: priests.visited,
    HOUSE_OF_VIRGINS: priests.visited,
    CENTRAL_PLAZA: market.visited,
    SUNDIAL: sundial.visited,
}
"""The effect of each district on a prince's arrival: it takes a position with the turn over, and may ask questions."""


@cache
def _menu(place: str, can_move: bool, can_jump: bool, tiles: tuple[str, ...]) -> tuple[Action, ...]:
    menu: list[Action] = []
    if can_move:
        menu += (GOES[district] for district in NEAR[place])
    if can_jump:
        menu += (JUMPS[district] for district in FAR[place])
    return *menu, *(moon.STAYS[tile] for tile in tiles)


def choices(state: State) -> tuple[Action, ...]:
    """Walk to a neighbour, pay a llama to reach any other district, or stay; on the first turn, begin anywhere."""
    seat = state.seats[state.active]
    if seat.prince is None:
        return _ANYWHERE
    can_move = seat.turns < MOST_TURNS
    can_jump = can_move and seat.goods[LLAMA_INDEX] >= LLAMAS_FOR_A_JUMP
    return _menu(seat.prince, can_move, can_jump, state.tiles)


def after_move(state: State, action: Go | Jump) -> State:
    """The position after the prince moved and its new district took effect."""
    seat = state.seats[state.active]
    goods = seat.goods
    if isinstance(action, Jump):
        goods = shifted(goods, LLAMA_INDEX, -LLAMAS_FOR_A_JUMP)
    seat = replace(seat, goods=goods, prince=action.district, turns=seat.turns + 1)
    arrived = replace(state, seats=state.with_seat(state.active, seat), step=Step.TURN_OVER)
    return _VISITED[action.district](arrived)


def after_staying(state: State, action: Moon) -> State:
    """The position after a moon tile is taken; the day's third also gives the sun tile and begins the evening."""
    tile = action.tile
    seat = state.seats[state.active]
    seat = replace(seat, tiles=(*seat.tiles, tile), turns=seat.turns + 1)
    left = tuple(other for other in state.tiles if other != tile)
    after = replace(
        state,
        seats=state.with_seat(state.active, seat),
        tiles=left,
        sun=state.active if len(left) == _TILES_LEFT_FOR_THE_NIGHT else state.sun,
        step=Step.TURN_OVER,
    )
    return _settle(after, tile) if state.day == LAST_DAY else after


def _settle(state: State, tile: str) -> State:
    """Settle a moon tile at once, because no night follows the last day; the tile stays with its taker."""
    seat = state.seats[state.active]
    if tile in moon.WALKS:
        after = trail.walk(state, state.active, moon.WALKS[tile])
        return replace(after, step=Step.MOON_TILE) if after.summit else after
    if tile == CORN:
        return replace(state, seats=state.with_seat(state.active, moon.with_corn(seat)))
    return replace(state, step=Step.MOON_TILE) if moon.can_pay(seat) else state


def after_moon_tile(state: State, action: Collect | Decline) -> State:
    """The position after the good on a moon tile is paid for at once, or declined."""
    seats = state.seats
    if isinstance(action, Collect):
        seats = state.with_seat(state.active, moon.collected(seats[state.active], action))
    return replace(state, seats=seats, step=Step.TURN_OVER)

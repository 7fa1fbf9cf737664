"""The moon tiles and their gains (PRI 9.2, 9.3)."""

from __future__ import annotations

from games.engine.copies import replace

from .actions import Action, Collect, Decline, Moon
from .data import CORN_FOR_A_MOON_GOOD, LAST_DAY, LONG_WALK, MOON_CORN, SHORT_WALK
from .goods import CORN, CORN_INDEX, GOOD_INDEX, WARES, shifted
from .state import Seat, State

WALKS = {str(steps): steps for steps in (SHORT_WALK, LONG_WALK)}
TILES = (*WALKS, CORN, *WARES)
"""All moon tiles, in the order used in every list."""
STAYS = {tile: Moon(tile) for tile in TILES}
ANSWERS: dict[str, tuple[Action, ...]] = {ware: (Collect(ware), Decline(ware)) for ware in WARES}


def can_pay(seat: Seat) -> bool:
    """Whether a seat can pay for the good on a moon tile."""
    return seat.goods[CORN_INDEX] >= CORN_FOR_A_MOON_GOOD


def with_corn(seat: Seat) -> Seat:
    """The seat with the corn of the corn tile, which is free."""
    return replace(seat, goods=shifted(seat.goods, CORN_INDEX, MOON_CORN))


def settled_tile(tiles: tuple[str, ...], day: int) -> str:
    """The goods tile that a seat pays for or declines next: its first at night, its latest on the last day."""
    return tiles[-1] if day == LAST_DAY else next(ware for ware in WARES if ware in tiles)


def choices(state: State) -> tuple[Action, ...]:
    """Pay for the good, or decline it."""
    return ANSWERS[settled_tile(state.seats[state.asked].tiles, state.day)]


def collected(seat: Seat, action: Collect) -> Seat:
    """The seat after it has paid for the good on a moon tile and received it."""
    goods = shifted(seat.goods, CORN_INDEX, -CORN_FOR_A_MOON_GOOD)
    return replace(seat, goods=shifted(goods, GOOD_INDEX[action.good], +1))


def back_on_board(left: tuple[str, ...], tiles: tuple[str, ...]) -> tuple[str, ...]:
    """The tiles on the board after some were put back."""
    return tuple(tile for tile in TILES if tile in left or tile in tiles)

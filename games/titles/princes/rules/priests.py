"""The House of Priests and the House of Virgins (PRI 5.5)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import replace

from .actions import Action, Take
from .cards import PRIEST_INDEX, PRIESTS
from .data import PRIEST_COSTS
from .districts import HOUSE_OF_PRIESTS, HOUSE_OF_VIRGINS
from .goods import covers, paid, shifted
from .state import State, Step

KINDS = {HOUSE_OF_VIRGINS: ("virgin",), HOUSE_OF_PRIESTS: ("puma", "condor")}
"""The kinds of priests that live in each house."""
NOBODY = Take(None)
TAKES = tuple(Take(priest) for priest in PRIESTS)


@cache
def _menu(house: str, can_take: tuple[bool, ...]) -> tuple[Action, ...]:
    kinds = (PRIEST_INDEX[kind] for kind in KINDS[house])
    return NOBODY, *(TAKES[kind] for kind in kinds if can_take[kind])


def choices(state: State) -> tuple[Action, ...]:
    """Nobody, or the leftmost tile of a row that can be paid for."""
    goods = state.seats[state.active].goods
    can_take = tuple([left > 0 and covers(goods, cost) for left, cost in zip(state.rows, PRIEST_COSTS, strict=True)])
    return _menu(state.place, can_take)


def visited(state: State) -> State:
    """Ask the visitor, if it can take a tile."""
    return replace(state, step=Step.PRIESTS) if len(choices(state)) > 1 else state


def after_taking(state: State, action: Take) -> State:
    """The position after the visitor has taken a tile, or none."""
    if action.priest is None:
        return replace(state, step=Step.TURN_OVER)
    kind = PRIEST_INDEX[action.priest]
    seat = state.seats[state.active]
    seat = replace(seat, goods=paid(seat.goods, PRIEST_COSTS[kind]), priests=shifted(seat.priests, kind, +1))
    return replace(
        state,
        seats=state.with_seat(state.active, seat),
        rows=shifted(state.rows, kind, -1),
        step=Step.TURN_OVER,
    )

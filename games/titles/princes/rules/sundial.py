"""The Sundial: recalled Incas and their rewards (PRI 5.7)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import replace

from . import trail
from .actions import Action, Recall, Reward
from .data import LAST_DAY, SUNDIAL_GOODS, SUNDIAL_STEPS, UNIT
from .districts import PRODUCTION, PRODUCTION_INDEX
from .goods import GOODS, Counts, added, shifted, subsets
from .state import State, Step

NOBODY = Recall(None)
RECALLS = tuple(Recall(district) for district in PRODUCTION)
REWARDS = tuple(
    Reward(tuple(GOODS[place] for place in places)) for places in subsets(len(GOODS)) if len(places) == SUNDIAL_GOODS
)
_GAINS: dict[tuple[str, ...], Counts] = {
    reward.goods: tuple(unit * (good in reward.goods) for good, unit in zip(GOODS, UNIT, strict=True))
    for reward in REWARDS
}


@cache
def _menu(can_recall: tuple[bool, ...]) -> tuple[Action, ...]:
    return NOBODY, *(recall for recall, can in zip(RECALLS, can_recall, strict=True) if can)


def choices(state: State) -> tuple[Action, ...]:
    """Nobody, or one of the seat's own Incas on a production district."""
    return _menu(tuple([count > 0 for count in state.seats[state.active].incas]))


def visited(state: State) -> State:
    """Ask the visitor, if it has an Inca on a production district."""
    return replace(state, step=Step.SUNDIAL) if any(state.seats[state.active].incas) else state


def after_recall(state: State, action: Recall) -> State:
    """The position after an Inca went to the Sundial, or none did; on the last day it is paid for at once."""
    if action.district is None:
        return replace(state, step=Step.TURN_OVER)
    seat = state.seats[state.active]
    incas = shifted(seat.incas, PRODUCTION_INDEX[action.district], -1)
    return replace(
        state,
        seats=state.with_seat(state.active, replace(seat, incas=incas, sundial=seat.sundial + 1)),
        step=Step.SUNDIAL_REWARD if state.day == LAST_DAY else Step.TURN_OVER,
    )


def after_reward(state: State, action: Reward) -> State:
    """The position after the asked seat is paid for an Inca and walks; at night the Inca returns to the supply."""
    back = int(state.step is Step.NIGHT_SUNDIAL)
    seat = state.seats[state.asked]
    seat = replace(
        seat,
        goods=added(seat.goods, _GAINS[action.goods]),
        sundial=seat.sundial - back,
        supply=seat.supply + back,
    )
    after = replace(state, seats=state.with_seat(state.asked, seat))
    return trail.walk(after, state.asked, SUNDIAL_STEPS)

"""The Watchman's Hut and the Royal Palace, where Incas are set up (PRI 5.4)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import replace

from .actions import Action, Hire
from .data import INCA_COSTS
from .districts import (
    COCA_PLANTATION,
    CORN_TERRACES,
    LLAMA_PASTURE,
    POTTERS_QUARTER,
    PRODUCTION_INDEX,
    ROYAL_PALACE,
    WATCHMANS_HUT,
    WEAVERS_QUARTER,
)
from .goods import NOTHING, Counts, added, covers, paid, shifted, subsets
from .state import State, Step

PLACES = {
    WATCHMANS_HUT: (CORN_TERRACES, LLAMA_PASTURE),
    ROYAL_PALACE: (COCA_PLANTATION, POTTERS_QUARTER, WEAVERS_QUARTER),
}
"""The production districts in which each of the two sets up Incas: at most one in each per visit."""
HIRES = {
    hut: tuple(Hire(tuple(places[place] for place in chosen)) for chosen in subsets(len(places)))
    for hut, places in PLACES.items()
}


@cache
def cost(districts: tuple[str, ...]) -> Counts:
    """The total cost of Incas in these districts."""
    total = NOTHING
    for district in districts:
        total = added(total, INCA_COSTS[district])
    return total


_MOST_NEEDED = {
    hut: tuple(max(counts) for counts in zip(*(cost(hire.districts) for hire in hires), strict=True))
    for hut, hires in HIRES.items()
}


@cache
def _menu(hut: str, goods: Counts, supply: int) -> tuple[Action, ...]:
    return tuple(hire for hire in HIRES[hut] if len(hire.districts) <= supply and covers(goods, cost(hire.districts)))


def choices(state: State) -> tuple[Action, ...]:
    """None, or any Incas that can be paid for together."""
    seat = state.seats[state.active]
    hut = state.place
    goods = tuple([min(count, most) for count, most in zip(seat.goods, _MOST_NEEDED[hut], strict=True)])
    return _menu(hut, goods, min(seat.supply, len(PLACES[hut])))


def visited(state: State) -> State:
    """Ask the visitor, if it can set up an Inca."""
    return replace(state, step=Step.HIRE) if len(choices(state)) > 1 else state


def after_hire(state: State, action: Hire) -> State:
    """The position after the visitor has set up Incas, or none."""
    if not action.districts:
        return replace(state, step=Step.TURN_OVER)
    seat = state.seats[state.active]
    incas = seat.incas
    for district in action.districts:
        incas = shifted(incas, PRODUCTION_INDEX[district], +1)
    seat = replace(
        seat,
        goods=paid(seat.goods, cost(action.districts)),
        incas=incas,
        supply=seat.supply - len(action.districts),
    )
    return replace(state, seats=state.with_seat(state.active, seat), step=Step.TURN_OVER)

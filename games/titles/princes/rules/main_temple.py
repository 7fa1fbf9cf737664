"""The Main Temple, where everyone may give different goods (PRI 5.3)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import replace

from . import trail
from .actions import Action, Offer
from .data import OFFER_STEPS, UNIT
from .goods import GOOD_INDEX, GOODS, paid, subsets
from .state import Seat, State, Step, clockwise_after

OFFERS = tuple(Offer(tuple(GOODS[place] for place in places)) for places in subsets(len(GOODS)))
NOTHING = Offer(())
_COSTS = {
    offer.goods: tuple(unit * (good in offer.goods) for good, unit in zip(GOODS, UNIT, strict=True)) for offer in OFFERS
}


@cache
def _menu(owned: tuple[bool, ...]) -> tuple[Action, ...]:
    return tuple(offer for offer in OFFERS if all(owned[GOOD_INDEX[good]] for good in offer.goods))


def owned(seat: Seat) -> tuple[bool, ...]:
    """For each good, whether a seat owns at least one unit of it."""
    return tuple([count >= unit for count, unit in zip(seat.goods, UNIT, strict=True)])


def choices(state: State) -> tuple[Action, ...]:
    """Every set of goods of which the asked seat owns a unit each, including none."""
    return _menu(owned(state.seats[state.asked]))


def after_offer(state: State, action: Offer) -> State:
    """The position after a seat has given goods and walked."""
    seat = state.seats[state.asked]
    after = state
    if action.goods:
        seat = replace(seat, goods=paid(seat.goods, _COSTS[action.goods]))
        after = replace(state, seats=state.with_seat(state.asked, seat))
        after = trail.walk(after, state.asked, OFFER_STEPS * len(action.goods))
    return after if after.summit else ask_next(after)


def ask_next(state: State) -> State:
    """Ask the seats after the one just asked."""
    return ask(state, clockwise_after(state.asked, state.active, len(state.seats)))


def ask(state: State, seats: tuple[int, ...]) -> State:
    """Ask the first of these seats that owns a unit; if none does, the turn is over."""
    for seat in seats:
        if any(owned(state.seats[seat])):
            return replace(state, step=Step.OFFER, asked=seat)
    return replace(state, step=Step.TURN_OVER)

"""Standing orders: answers that a seat gives in advance."""

from __future__ import annotations

from games.engine.contract import ASK, Orders

from .cards import HUNTERS, TYPE_INDEX, WORDS
from .data import MOST
from .sacrifice import OFFERS
from .scoring import TAKES
from .state import Action, Decision, Good, Income, View

_ORDERS: dict[Decision | None, str] = {
    Decision.MOAI_INCOME: "moai_income",
    Decision.OFFER: "offer",
    Decision.TAKE: "take",
}
"""The standing order that answers each decision."""


def automatic(view: View, orders: Orders) -> Action | None:
    """The viewer's answer by standing order; None to ask.

    Orders cover the income of its Moai, the type it offers after someone else's Moai, and the type it takes if the
    stack of the scored type is empty. If the ordered type is not available, the seat is asked.
    """
    if view.seat is None or view.to_move != view.seat:
        return None
    order = orders.get(_ORDERS.get(view.decision, ""), ASK)
    if order == ASK:
        return None
    if view.decision is Decision.MOAI_INCOME:
        return Income(Good(order))
    own = view.seats[view.seat].sacrifices
    assert own is not None, "a seat knows its own cards"
    offers = view.decision is Decision.OFFER
    there = [letter for letter, count in zip(HUNTERS, own if offers else view.supply, strict=True) if count]
    named = [letter for letter in there if order in (MOST, WORDS[letter])]
    if not named:
        return None
    letter = max(named, key=lambda each: own[TYPE_INDEX[each]])
    return OFFERS[TYPE_INDEX[letter]] if offers else TAKES[TYPE_INDEX[letter]]

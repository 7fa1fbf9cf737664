"""Standing orders: answers that a seat gives in advance."""

from __future__ import annotations

from games.engine.contract import ASK, Orders

from . import main_temple, moon, production, temples
from .actions import Action
from .data import ALL, NEVER
from .districts import PRODUCTION_INDEX
from .state import Decision, View

_ORDERS: dict[Decision | None, str] = {
    Decision.PRODUCE: "production",
    Decision.SACRIFICE: "sacrifices",
    Decision.OFFER: "offers",
    Decision.COLLECT: "moon_goods",
}
"""The standing order that answers each decision."""
_GIVING = (Decision.SACRIFICE, Decision.OFFER)


def automatic(view: View, orders: Orders) -> Action | None:
    """The viewer's answer by standing order; None to ask.

    Orders say how many Incas produce and llamas are sacrificed, whether anything is offered, and whether moon goods are
    paid for. For sacrifices and offers, "never" does not apply in the seat's own turn: a player who goes to a temple
    may want to give there after all.
    """
    if view.seat is None or view.to_move != view.seat:
        return None
    seat = view.seats[view.seat]
    order = orders.get(_ORDERS.get(view.decision, ""), ASK)
    if order == ASK or (order == NEVER and view.active == view.seat and view.decision in _GIVING):
        return None
    match view.decision:
        case Decision.PRODUCE:
            return production.PRODUCES[_at_most(order, production.most(seat, PRODUCTION_INDEX[view.place]))]
        case Decision.SACRIFICE:
            return temples.SACRIFICES[_at_most(order, temples.most(seat, temples.KIND_OF[view.place]))]
        case Decision.OFFER:
            return main_temple.NOTHING
        case _:
            collect, decline = moon.ANSWERS[moon.settled_tile(seat.tiles, view.day)]
            return decline if order == NEVER else collect


def _at_most(order: str, most: int) -> int:
    """How many of `most` a standing order allows."""
    return {NEVER: 0, ALL: most}[order] if order in (NEVER, ALL) else min(int(order), most)

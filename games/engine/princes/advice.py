"""What a computer player asks beside the rules: how a seat stands, and its standing orders."""

from __future__ import annotations

from games.engine.contract import ASK, Orders

from . import moon, production, temples
from .actions import Action
from .districts import PRODUCTION_INDEX
from .ending import outcome
from .state import Decision, State, View
from .usual import until_next_turn
from .worth import WEIGHTS, Weights, expected


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points that each seat may expect at the end, when the questions of this turn are answered as usual.

    Of a finished game what its outcome is judged at.
    """
    state = until_next_turn(state, judgement)
    result = outcome(state)
    return expected(state, judgement) if result is None else result.judged


def automatic(view: View, orders: Orders) -> Action | None:
    """The viewer's answer by standing order: let all Incas produce, let all priests sacrifice, pay for moon goods."""
    if view.seat is None or view.to_move != view.seat:
        return None
    seat = view.seats[view.seat]
    match view.decision:
        case Decision.PRODUCE if orders.get("production", ASK) != ASK:
            return production.PRODUCES[production.most(seat, PRODUCTION_INDEX[view.place])]
        case Decision.SACRIFICE if orders.get("sacrifices", ASK) != ASK:
            return temples.SACRIFICES[temples.most(seat, temples.KIND_OF[view.place])]
        case Decision.COLLECT if orders.get("moon_goods", ASK) != ASK:
            return moon.ANSWERS[moon.settled_tile(seat.tiles, view.day)][0]
        case _:
            return None

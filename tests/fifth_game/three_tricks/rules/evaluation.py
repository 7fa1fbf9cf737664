"""What a computer player needs besides the rules."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import weights
from games.engine.contract import Orders

from .rules import outcome
from .state import CARDS, Play, State, View


@dataclass(frozen=True, slots=True)
class Weights:
    """Judgement, which no rule gives."""

    high_card: float
    """The value of the highest card in hand, in tricks; lower ones are worth less."""


WEIGHTS = weights.read(__package__, Weights)


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The tricks taken, plus a value for every card in hand; for a finished game, its judged outcome."""
    result = outcome(state)
    if result is not None:
        return result.judged
    return tuple(
        taken + judgement.high_card * sum(hand) / CARDS[-1]
        for taken, hand in zip(state.tricks, state.hands, strict=True)
    )


def automatic(view: View, orders: Orders) -> Play | None:
    """There are no standing orders."""
    return None

"""Static evaluation: how well each seat is doing, as a computer player judges a position."""

from __future__ import annotations

from .ending import outcome
from .expectation import WEIGHTS, Weights, expected
from .state import State
from .usual_answers import until_next_turn


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points each seat may expect at the end, once the questions of this turn are answered as usual.

    A finished game is valued by its outcome.
    """
    state = until_next_turn(state, judgement)
    result = outcome(state)
    return expected(state, judgement) if result is None else result.judged

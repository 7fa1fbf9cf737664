"""Static evaluation: how well each seat is doing, as a computer player judges a position."""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul

from games.engine import weights

from .cards import CARD_INDEX, CARDS, MOAI
from .data import MOAI_POINTS, WOOD_FOR_A_POINT
from .ending import outcome, values, whole_stone
from .scoring import incomes
from .state import State

_MOAI = CARD_INDEX[MOAI]


@dataclass(frozen=True, slots=True)
class Weights:
    """Evaluation weights; none of them is a number from the rules."""

    cards_left_at_the_end: float
    draws_in_a_turn: float
    scorings_of_a_game: float
    value_of_an_undecided_type: float
    undecided_at_first: float
    """The share of a type's value that is undecided at the start of the game."""
    wood_for_a_point_while_it_buys: float
    last_turns_that_buy_little: float


WEIGHTS = weights.read(__package__, Weights)


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points each seat may expect at the end if every scoring to come brings the average of the cards left.

    A finished game is valued by its outcome.
    """
    result = outcome(state)
    if result is not None:
        return result.judged
    seats = state.seats
    cards = "".join(state.columns) + state.deck
    scorings = max(0.0, (len(cards) - judgement.cards_left_at_the_end) / judgement.draws_in_a_turn)
    wood = _worth_of_wood(judgement, scorings / len(seats))
    types = _worth_of_types(judgement, state, scorings / judgement.scorings_of_a_game)
    totals = [
        seat.glory + MOAI_POINTS * seat.table[_MOAI] + wood * seat.wood + sum(map(mul, seat.sacrifices, types))
        for seat in seats
    ]
    units = (1.0, 1.0, wood, *types)
    for card, unit in zip(CARDS, units, strict=True):
        worth = scorings * cards.count(card) / len(cards) * unit
        if worth:
            for index, gain in enumerate(incomes(seats, card)):
                totals[index] += worth * gain
    return tuple(totals)


def _worth_of_wood(judgement: Weights, turns: float) -> float:
    """The points that one wood is worth to a seat with this many turns to come: more while it can still buy cards."""
    buys = min(1.0, turns / judgement.last_turns_that_buy_little)
    return (1 - buys) / WOOD_FOR_A_POINT + buys / judgement.wood_for_a_point_while_it_buys


def _worth_of_types(judgement: Weights, state: State, to_come: float) -> list[float]:
    """The expected value of a sacrifice card of each type with this share of the game still to come."""
    undecided = judgement.undecided_at_first * to_come
    middle = judgement.value_of_an_undecided_type
    return [value + undecided * (middle - value) for value in values(whole_stone(state))]

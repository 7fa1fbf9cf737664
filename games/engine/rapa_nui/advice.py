"""What a computer player asks beside the rules: how a seat stands, and its standing orders."""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul

from games.engine import weights
from games.engine.contract import ASK, Orders

from .cards import CARD_INDEX, CARDS, HUNTERS, MOAI, TYPE_INDEX, WORDS
from .data import MOAI_POINTS, MOST, WOOD_FOR_A_POINT
from .ending import outcome, values, whole_stone
from .sacrifice import OFFERS
from .scoring import TAKES, incomes
from .state import Action, Decision, Good, Income, State, View

_MOAI = CARD_INDEX[MOAI]
_ORDERS: dict[Decision | None, str] = {
    Decision.MOAI_INCOME: "moai_income",
    Decision.OFFER: "offer",
    Decision.TAKE: "take",
}
"""Which standing order answers what."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Judgement: no rule says any of these."""

    cards_left_at_the_end: float
    draws_in_a_turn: float
    scorings_of_a_game: float
    value_of_an_undecided_type: float
    undecided_at_first: float
    """Which share of a type's value the rest of a game decides."""
    wood_for_a_point_while_it_buys: float
    last_turns_that_buy_little: float


WEIGHTS = weights.read(__package__, Weights)


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points that each seat may expect at the end if every scoring to come brings the average of the cards left.

    Of a finished game what its outcome is judged at.
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
    """The points that a wood may become for a seat with so many turns to come: more while it can buy something."""
    buys = min(1.0, turns / judgement.last_turns_that_buy_little)
    return (1 - buys) / WOOD_FOR_A_POINT + buys / judgement.wood_for_a_point_while_it_buys


def _worth_of_types(judgement: Weights, state: State, to_come: float) -> list[float]:
    """The points that a sacrifice card of each type may be worth when this part of the game is still to come."""
    undecided = judgement.undecided_at_first * to_come
    middle = judgement.value_of_an_undecided_type
    return [value + undecided * (middle - value) for value in values(whole_stone(state))]


def automatic(view: View, orders: Orders) -> Action | None:
    """The viewer's answer by standing order: the income of its Moai, what it offers after somebody else's, and what it
    takes where the stack of the scored type is empty. A type that there is not is asked about.
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

"""Static evaluation: how well each seat is doing, as a computer player judges a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

from games.engine import weights

from .data import LARGEST, NUMBERS
from .ending import outcome, own_priests
from .moving import ORDERS, after, cards, fires_left, steps, suns_left
from .precinct import FIELDS, PRIZES, STAIRS, STARTS, STEPS
from .state import Decision, Priest, State

_Worth = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Weights:
    """Evaluation weights; none of them is a number from the rules."""

    share_of_suns: float
    """The probability that the sky of the next round is a sun."""
    next_round: float
    """The weight of the prospects for the next round."""
    fear_of_fire: float
    """The factor by which a fire stone is worse than its value, because the priest outside must come back."""


WEIGHTS = weights.read(__package__, Weights)


def evaluate(state: State, judgement: Weights = WEIGHTS) -> tuple[float, ...]:
    """The points each seat may expect when this round is over and every priest has made one more random step.

    A finished game is valued by its outcome.
    """
    result = outcome(state)
    if result is not None:
        return result.judged
    match state.decision:
        case Decision.LAY:
            return _shared_out(state, _while_laying(state, judgement))
        case Decision.ORDER:
            return _with_the_best_order(state, judgement)
        case _:
            return _shared_out(state, _after_moving(state, state.priests, judgement))


def _shared_out(state: State, values: Sequence[float]) -> tuple[float, ...]:
    """Each seat's share of the values of the priests 1 to 4."""
    return tuple([sum([values[number - 1] for number in own_priests(seat)]) for seat in state.seats])


def _with_the_best_order(state: State, judgement: Weights) -> tuple[float, ...]:
    """The evaluation after the order that puts the start player furthest ahead of the others."""
    numbers = [card.number for card in cards(state)]
    ends = [
        _shared_out(state, _after_moving(state, after(state.priests, made), judgement))
        for made in (steps(state.priests, numbers, state.sky_now.is_sun, order.first) for order in ORDERS)
    ]
    chooser = state.start_player
    return max(ends, key=lambda totals: totals[chooser] * len(totals) - sum(totals))


def _after_moving(state: State, priests: Sequence[Priest], judgement: Weights) -> list[float]:
    """The value of each priest plus its prospects; a priest outside counts as being on its start field."""
    worth = _prospects(state, priests, judgement)
    return [priest.value + worth(priest.field or start) for priest, start in zip(priests, STARTS, strict=True)]


def _while_laying(state: State, judgement: Weights) -> list[float]:
    """The value of each priest, plus its prospects, after the random step that the cards of this round will give it.

    Ignores that other priests may move out of the way: occupied fields stay occupied.
    """
    suns, fires = suns_left(state.priests), fires_left(state.priests)
    prizes = PRIZES[state.sky_now.is_sun]
    worth = _prospects(state, state.priests, judgement)
    standing = [priest.field for priest in state.priests]
    values = []
    for priest, start, chances in zip(state.priests, STARTS, _chances(state), strict=True):
        field, value = priest.field, float(priest.value)
        assert field is not None
        for stair, chance in zip(STAIRS, chances, strict=True):
            end = STEPS[stair][field]
            if end is None:
                value += chance * (worth(start) - sum(fires[:1]))
            elif end in standing:
                value += chance * worth(field)
            else:
                value += chance * (worth(end) + sum(suns[: prizes[end]]))
        values.append(value)
    return values


def _chances(state: State) -> list[list[float]]:
    """For each of the priests 1 to 4, the chances that it is moved by the cards on the stairs N E S W."""
    numbers = sorted([card.number for card in state.stairs if card is not None])
    free = LARGEST - len(numbers)
    chances = [[0.0] * len(STAIRS) for _ in range(LARGEST)]
    for stair, card in enumerate(state.stairs):
        if card is not None:
            lower = numbers.index(card.number)
            for more, chance in enumerate(_LOWER[free][card.number]):
                chances[lower + more][stair] = chance
    for of_priest in chances:
        rest = (1 - sum(of_priest)) / free
        for stair, card in enumerate(state.stairs):
            if card is None:
                of_priest[stair] = rest
    return chances


def _lower_cards(number: int, cards: int) -> tuple[float, ...]:
    """The chances that 0, 1, … of this many unknown cards are lower than `number`."""
    chance = (number - 1) / (len(NUMBERS) - 1)
    return tuple(comb(cards, lower) * chance**lower * (1 - chance) ** (cards - lower) for lower in range(cards + 1))


_LOWER = [{number: _lower_cards(number, cards) for number in NUMBERS} for cards in range(LARGEST)]


def _prospects(state: State, priests: Sequence[Priest], judgement: Weights) -> _Worth:
    """The `prospects` after the round of `state`; after the last round they are 0 everywhere."""
    if state.round == state.rounds:
        return lambda field: 0.0
    return prospects(priests, judgement.share_of_suns, judgement)


def prospects(priests: Sequence[Priest], suns: float, judgement: Weights) -> _Worth:
    """The worth, by field, of a random step in the next round, in which a sun sky has the chance `suns`."""
    first, second = (*suns_left(priests), 0, 0)[:2]
    fire = judgement.fear_of_fire * (*fires_left(priests), 0)[0]
    reach = _reach_of_all(suns)

    def worth(field: str) -> float:
        firsts, seconds, exits = reach[field]
        return judgement.next_round * (firsts * first + seconds * second - exits * fire)

    return worth


@cache
def _reach_of_all(share_of_suns: float) -> dict[str, tuple[float, float, float]]:
    """The `_reach` of every field."""
    return {field: _reach(field, share_of_suns) for field in FIELDS}


def _reach(field: str, share_of_suns: float) -> tuple[float, float, float]:
    """The expected numbers of first stones, second stones and exits for a priest on a field, moved by a random card."""
    ends = [STEPS[stair][field] for stair in STAIRS]
    inside = [end for end in ends if end is not None]

    def stones(place: int) -> float:
        by_sky = [sum(prizes[end] >= place for end in inside) for prizes in (PRIZES[True], PRIZES[False])]
        return (share_of_suns * by_sky[0] + (1 - share_of_suns) * by_sky[1]) / len(ends)

    return stones(1), stones(2), (len(ends) - len(inside)) / len(ends)

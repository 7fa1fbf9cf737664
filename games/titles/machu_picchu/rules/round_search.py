"""The rest of a round as a game of its own, which a search plays instead of the whole game.

The outcome of a round depends only on how its four cards rank: 24 ways to assign them to the priests, each in two
orders. The rules compute the values of these ends once; a walk of the search only looks them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from games.engine.contract import judged

from . import rules
from .data import CARDS_FROM_THE_STOCK, NUMBERS, PAIRS
from .ending import outcome, ranks_of
from .evaluation import WEIGHTS, Weights, prospects
from .imagine import determinize, imagine_pairs, unseen_numbers
from .laying import lays
from .moving import ORDERS, after, steps
from .precinct import STAIRS, STARTS
from .ranking import HANDINGS, Merge, likelihood, merges
from .sky import SUNS
from .state import Action, Decision, Lay, Priest, State, View

_FREE = 0
"""Takes the place of a card's number where no card has been laid yet."""

_Points = tuple[float, ...]
"""The points each pair of priests may expect, in the order of PAIRS."""
_Ends = tuple[tuple[_Points, ...], ...]
"""The points by handing, then by order."""


class Laying(NamedTuple):
    """A state of `LayingAhead`: an imagined position in which cards are being laid."""

    numbers: tuple[int, ...]
    """The cards on the stairs N E S W."""
    hands: tuple[tuple[int, ...], ...]
    pairs: tuple[str, ...]
    stock: tuple[int, ...]
    """The cards that may still be drawn in this round, the next one last."""


class LayingAhead:
    """A search game: the cards still to be laid in the round of `view`. It ends when the last one is laid."""

    ENOUGH = 20_000
    """The number of walks beyond which a search finds nothing new."""

    def __init__(self, view: View, judgement: Weights) -> None:
        self._view = view
        self._pairs = PAIRS[len(view.seats)]
        self._ends = _ends_of(view, judgement)
        self._unseen = unseen_numbers(view)
        self._lower = _shares_lower(view)
        self._means: dict[tuple[tuple[int, ...], str], list[tuple[Merge, _Points]]] = {}
        self._expected: dict[tuple[tuple[int, ...], str], _Points] = {}

    def determinize(self, view: View, rng: Random) -> Laying:
        """An imagined position; its stock holds only the cards that may be drawn in this round."""
        hidden = sum(card is not None and card.number is None for card in view.stairs)
        hidden += sum(seat.hand_size for seat in view.seats if seat.hand is None)
        drawn = rng.sample(self._unseen, min(len(self._unseen), hidden + view.stairs.count(None)))
        numbers = tuple(
            [_FREE if card is None else drawn.pop() if card.number is None else card.number for card in view.stairs]
        )
        hands = tuple(
            [
                tuple(sorted([drawn.pop() for _ in range(seat.hand_size)])) if seat.hand is None else seat.hand
                for seat in view.seats
            ]
        )
        return Laying(numbers, hands, tuple(imagine_pairs(view, rng)), tuple(drawn))

    def to_move(self, state: Laying) -> int | None:
        """The seat that lays the next card; None: all are laid."""
        free = state.numbers.count(_FREE)
        return (self._view.start_player + len(STAIRS) - free) % len(state.hands) if free else None

    def legal_actions(self, state: Laying) -> tuple[Lay, ...]:
        """The legal lays, as in the rules."""
        seat = self.to_move(state)
        assert seat is not None, "all cards lie"
        free = "".join([stair for stair, number in zip(STAIRS, state.numbers, strict=True) if number == _FREE])
        return lays(state.hands[seat], free)

    def apply(self, state: Laying, action: Lay) -> Laying:
        """The state after a lay, as in the rules: a card is drawn, and the stock covers the last stair if it must."""
        seat = self.to_move(state)
        assert seat is not None, "all cards lie"
        numbers = list(state.numbers)
        numbers[STAIRS.index(action.stair)] = action.number
        hand = [number for number in state.hands[seat] if number != action.number]
        stock = state.stock
        if stock:
            hand.append(stock[-1])
            hand.sort()
            stock = stock[:-1]
        if numbers.count(_FREE) == CARDS_FROM_THE_STOCK[len(state.hands)] > 0:
            numbers = [stock[-1] if number == _FREE else number for number in numbers]
            stock = stock[:-1]
        hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
        return Laying(tuple(numbers), hands, state.pairs, stock)

    def shown(self, before: Laying, action: Lay, now: Laying, seat: int | None) -> str:
        """The action as `seat` sees it, in short form: only the stair if another seat's card is face down."""
        owner = self.to_move(before)
        sky, is_starting = self._view.sky, owner == self._view.start_player
        is_open = sky.start_open if is_starting else sky.others_open
        return f"{action.number}{action.stair}" if is_open or seat == owner else action.stair

    def outcome(self, state: Laying) -> None:
        """The outcome of the whole game: always None, because laying a card never ends it."""

    def evaluate(self, state: Laying) -> tuple[float, ...]:
        """The points each seat may expect if the cards to come are laid at random."""
        points = self._by_chance(state.numbers, state.pairs[self._view.start_player])
        return tuple([points[self._pairs.index(pair)] for pair in state.pairs])

    def _by_chance(self, numbers: tuple[int, ...], chooser: str) -> _Points:
        """The points each pair may expect with these cards laid, when the seat with pair `chooser` picks the order."""
        found = self._expected.get((numbers, chooser))
        if found is None:
            known = sorted([(number, stair) for stair, number in enumerate(numbers) if number != _FREE])
            lower = [self._lower[number] for number, _stair in known]
            ways = self._means_of(tuple([stair for _number, stair in known]), chooser)
            weighed = [(likelihood(merge, lower), points) for merge, points in ways]
            found = tuple(
                [sum([chance * points[pair] for chance, points in weighed]) for pair in range(len(self._pairs))]
            )
            self._expected[numbers, chooser] = found
        return found

    def _means_of(self, known: tuple[int, ...], chooser: str) -> list[tuple[Merge, _Points]]:
        """The merges of the unknown cards with those on the stairs `known`, with the points each pair may expect."""
        found = self._means.get((known, chooser))
        if found is None:
            pair = self._pairs.index(chooser)
            best = [_chosen(orders, pair) for orders in self._ends]
            found = [(merge, _mean([best[handing] for handing in merge.handings])) for merge in merges(known)]
            self._means[known, chooser] = found
        return found


class ClosingAhead:
    """A search game: the order and the places that the start player still has to choose in the round of `view`."""

    ENOUGH = 64
    """The same; few walks are enough here, because nothing hidden matters and each action keeps its first value."""

    def __init__(self, view: View, judgement: Weights) -> None:
        self._view = view
        self._suns = suns_to_come(view)
        self._judgement = judgement

    determinize = staticmethod(determinize)
    legal_actions = staticmethod(rules.legal_actions)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(outcome)

    def to_move(self, state: State) -> int | None:
        """The start player; None once the round is over."""
        return rules.to_move(state) if state.round == self._view.round else None

    def shown(self, before: State, action: Action, now: State, seat: int | None) -> str:
        """The full text: nothing is hidden any more."""
        return str(action)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """The points each seat may expect; priests that are still outside count as being on their start fields."""
        pairs = PAIRS[len(state.seats)]
        points = _worth(state.priests, self._view.rounds - self._view.round, self._suns, pairs, self._judgement)
        return tuple([points[pairs.index(seat.pair)] for seat in state.seats])


def ahead(view: View, judgement: Weights = WEIGHTS) -> LayingAhead | ClosingAhead:
    """The search game for the rest of the round of `view`, as seen by the seat to move."""
    return (LayingAhead if view.decision is Decision.LAY else ClosingAhead)(view, judgement)


def suns_to_come(view: View) -> float:
    """The probability that the next sky is a sun; 0 in the last round."""
    to_come = view.rounds - view.round
    return sum(name not in view.sky_used for name in SUNS) / to_come if to_come else 0.0


def _shares_lower(view: View) -> dict[int, float]:
    """For each number, the share of the other cards not yet discarded that are lower."""
    left = [number for number in NUMBERS if number not in view.discards]
    return {number: rank / (len(left) - 1) for rank, number in enumerate(left)}


def _ends_of(view: View, judgement: Weights) -> _Ends:
    """The values of the ends of the round of `view`."""
    to_come = view.rounds - view.round
    return _ends(view.priests, view.sky.is_sun, to_come, suns_to_come(view), PAIRS[len(view.seats)], judgement)


@lru_cache(maxsize=64)
def _ends(
    priests: tuple[Priest, ...], is_sun: bool, to_come: int, suns: float, pairs: tuple[str, ...], judgement: Weights
) -> _Ends:
    """The values of the ends of a round that begins with `priests`; they are the same for every decision in it."""

    def end(handing: Sequence[int], first: int) -> _Points:
        made = steps(priests, handing, is_sun, first)
        return _worth(after(priests, made), to_come, suns, pairs, judgement)

    return tuple(tuple(end(handing, order.first) for order in ORDERS) for handing in HANDINGS)


def _worth(
    priests: Sequence[Priest], to_come: int, suns: float, pairs: Sequence[str], judgement: Weights
) -> tuple[float, ...]:
    """The points each pair may expect after a round with `to_come` more to play; if the game is over, its result."""
    values = [float(priest.value) for priest in priests]
    is_over = not to_come or any(priest.is_full for priest in priests)
    if not is_over:
        worth = prospects(priests, suns, judgement)
        values = [
            value + worth(priest.field or start) for value, priest, start in zip(values, priests, STARTS, strict=True)
        ]
    of_pairs = [[values[int(number) - 1] for number in pair] for pair in pairs]
    points = tuple(map(sum, of_pairs))
    return judged(points, ranks_of(of_pairs)) if is_over else points


def _chosen(orders: Sequence[_Points], pair: int) -> _Points:
    """The points after the order that puts one pair furthest ahead of the others; the first among equals."""
    return max(orders, key=lambda points: points[pair] * len(points) - sum(points))


def _mean(points: Sequence[_Points]) -> _Points:
    """The mean, pair by pair."""
    return tuple(sum(of_pair) / len(points) for of_pair in zip(*points, strict=True))

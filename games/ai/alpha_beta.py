"""Search for two-player games without hidden information: iterative-deepening alpha-beta (Knuth, Moore 1975).

The games are zero-sum: the value of a position is the lead of the seat to move by `evaluate`. A win counts more than
any position that only looks good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import copysign, inf
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from games.ai.budget import Budget
from games.engine.contract import AnyGame

SEATS = 2
"""The number of seats that this search can think about."""

WON = 1000.0
"""The value of a win besides its points: more than any lead can be."""
TOUCH = 0.001
"""Smaller than the difference between any two positions of different value."""
MOST_KNOWN = 100_000
"""Maximum positions remembered: about 100 MB."""
SETTLED = 4
"""An action that came out best this many times in a row, and is ahead of all others by `CLEAR`, is played at once."""
CLEAR = 1.0
"""The lead in points. Of 62 positions of Maya, 17 were settled like this, and searching to the end changed no choice.
"""


class Known(NamedTuple):
    """The result of a search `depth` actions deep at one position."""

    depth: int
    low: float
    high: float
    """The value of the position lies between the bounds."""
    is_final: bool
    """Whether every line was played to the end of the game, so that a deeper search will find the same."""
    action: Any
    """The action to try first next time."""

    def answer(self, depth: int, low: float, high: float) -> float | None:
        """The value that a search this deep would return between these bounds; None if it has to be searched."""
        if self.depth != depth and not (self.is_final and self.depth < depth):
            return None
        if self.low >= high or self.low == self.high:
            return self.low
        return self.high if self.high <= low else None


class Worth(NamedTuple):
    """The value of an action for the player who plays it: the final lead over the other one."""

    margin: float
    """A thousand more for a sure win, a thousand less for a sure loss."""
    is_final: bool
    """Whether every line after it was played to the end of the game."""

    @property
    def sure(self) -> float | None:
        """The share of the win that the player is sure of; None while it is open."""
        if abs(self.margin) > WON / 2:
            return float(self.margin > 0)
        return 0.5 if self.is_final else None


class Spent(Exception):
    """The budget ran out in the middle of a search."""


def choose(game: AnyGame, view: Any, seat: int, rng: Random, budget: Budget) -> Any:
    """The action of `seat` that does best against the best answers, as deep as `budget` allows.

    One position is one iteration of the budget. Ties are broken at random. With a timed budget it answers early once
    the choice is decided: see `Search.is_decided`.
    """
    state = game.determinize(view, rng)
    actions = list(game.legal_actions(state))
    rng.shuffle(actions)
    search = Search(game, budget)
    try:
        while search.deepen(state, actions) and not (budget.is_timed and search.is_decided(state, actions)):
            pass
    except Spent:
        pass
    return actions[0]


def can_search(game: AnyGame, seats: int) -> bool:
    """Whether this search suits `game` with this many seats: two, with no hidden information to imagine."""
    return seats == SEATS and seats in game.OPEN_SEATS


def weigh(game: AnyGame, state: Any, played: Any, number: int, positions: int) -> dict[Any, Worth]:
    """The values of the `number` best actions in `state` and of `played`, the best first.

    Searches as deep as `positions` allows, at least one action. The action played comes before equals. A value that is
    not sure is halfway between the last two depths, because the seat that has just acted always seems to be better off:
    at one depth the deciding seat acts last, at the other its opponent.
    """
    actions = [played, *(action for action in game.legal_actions(state) if action != played)]
    search = Search(game, Budget(iterations=max(positions, len(actions))))
    before: dict[Any, Worth] = {}
    found: dict[Any, Worth] = {}
    try:
        while not found or any(worth.sure is None for worth in found.values()):
            before, found = found, search.weigh(state, actions, played, number)
            actions.sort(key=lambda action: (-found[action].margin if action in found else inf, action != played))
    except Spent:
        pass
    found = _between(before, found)
    return {
        action: found[action] for action in sorted(found, key=lambda action: (-found[action].margin, action != played))
    }


def _between(before: Mapping[Any, Worth], found: dict[Any, Worth]) -> dict[Any, Worth]:
    """The values found; those not sure are moved halfway to the previous depth, all by the same amount."""
    open_ones = {action for action, worth in found.items() if worth.sure is None}
    seen_twice = [action for action in open_ones if action in before and before[action].sure is None]
    if not seen_twice:
        return found
    shift = fmean(before[action].margin - found[action].margin for action in seen_twice) / 2
    return {
        action: worth._replace(margin=worth.margin + shift) if action in open_ones else worth
        for action, worth in found.items()
    }


class Search:
    """Searches from one position, each one action deeper than the last."""

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self.depth = 0
        self._game = game
        self._budget = budget
        self._known: dict[Any, Known] = {}
        self._refuted: tuple[Counter[Any], Counter[Any]] = Counter(), Counter()
        self._is_final = True
        self._looks: list[tuple[Any, float]] = []
        """The best action of each depth, and its value."""

    def deepen(self, state: Any, actions: list[Any]) -> bool:
        """Search one action deeper, moving the best of `actions` to the front whenever a better one is found.

        Returns False if every line was played to the end of the game, so that a deeper search shows nothing new. Raises
        Spent.
        """
        self.depth += 1
        self._is_final = True
        seat = self._game.to_move(state)
        assert seat is not None, "the game is over"
        best = -inf
        for action in tuple(actions):
            worth = self._after(self._game.apply(state, action), seat, self.depth - 1, best, inf)
            if worth > best:
                best = worth
                actions.remove(action)
                actions.insert(0, action)
        self._looks.append((actions[0], best))
        return not self._is_final

    def is_decided(self, state: Any, actions: list[Any]) -> bool:
        """Whether a deeper search would hardly change the choice; `actions` as the last search left them.

        The win or the loss is sure, or everything but the best action loses, or the best action has led for several
        depths and is clearly ahead of all others. Raises Spent.
        """
        best, worth = self._looks[-1]
        if abs(worth) > WON / 2:
            return True
        is_settled = len(self._looks) >= SETTLED and all(action == best for action, _ in self._looks[-SETTLED:])
        floor = worth - CLEAR if is_settled else -WON / 2
        seat = self._game.to_move(state)
        assert seat is not None
        others = (self._game.apply(state, action) for action in actions[1:])
        return all(self._after(after, seat, self.depth - 1, floor, floor + TOUCH) <= floor for after in others)

    def weigh(self, state: Any, actions: Sequence[Any], played: Any, number: int) -> dict[Any, Worth]:
        """Search one action deeper: the values of the `number` best of `actions` and of `played`, the best first.

        Among equals `played` comes first, then the order of `actions`. Raises Spent.
        """
        self.depth += 1
        seat = self._game.to_move(state)
        assert seat is not None, "the game is over"
        found: dict[Any, Worth] = {}
        lowest = -inf
        for action in actions:
            self._is_final = True
            floor = -inf if action == played else lowest
            margin = self._after(self._game.apply(state, action), seat, self.depth - 1, floor, inf)
            if margin > floor:
                found[action] = Worth(margin, self._is_final)
                if len(found) >= number:
                    lowest = sorted(worth.margin for worth in found.values())[-number]
        best = sorted(found, key=lambda action: (-found[action].margin, action != played))
        shown = best[:number] if played in best[:number] else [*best[:number], played]
        return {action: found[action] for action in shown}

    def _after(self, state: Any, seat: int, depth: int, low: float, high: float) -> float:
        """The value of a position for `seat`, which has just acted; only a bound if not between `low` and `high`."""
        if self._budget.is_spent():
            raise Spent
        self._budget.spend()
        mover = self._game.to_move(state)
        if not depth or mover is None:
            self._is_final &= mover is None
            values = self._game.evaluate(state)
            margin = values[seat] - values[1 - seat]
            return margin + copysign(WON, margin) if mover is None and margin else margin
        if mover == seat:
            return self._best(state, mover, depth, low, high)
        return -self._best(state, mover, depth, -high, -low)

    def _best(self, state: Any, seat: int, depth: int, low: float, high: float) -> float:
        """The value of a position for `seat`, which is to move."""
        known = self._known.get(state)
        if known is not None and (answer := known.answer(depth, low, high)) is not None:
            self._is_final &= known.is_final
            return answer
        outside, self._is_final = self._is_final, True
        best, choice, floor = -inf, None, low
        for action in self._ordered(state, seat, known):
            worth = self._after(self._game.apply(state, action), seat, depth - 1, floor, high)
            if worth > best:
                best, choice = worth, action
                floor = max(floor, worth)
                if worth >= high:
                    self._refuted[seat][action] += depth * depth
                    break
        if known is not None or len(self._known) < MOST_KNOWN:
            lowest, highest = best if best > low else -inf, best if best < high else inf
            self._known[state] = Known(depth, lowest, highest, self._is_final, choice)
        self._is_final &= outside
        return best

    def _ordered(self, state: Any, seat: int, known: Known | None) -> list[Any]:
        """The legal actions: first the one that was best here before, then those that caused most cutoffs."""
        actions = sorted(self._game.legal_actions(state), key=self._refuted[seat].__getitem__, reverse=True)
        if known is not None:
            actions.remove(known.action)
            actions.insert(0, known.action)
        return actions

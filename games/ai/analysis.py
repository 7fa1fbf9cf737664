"""What a decision was worth: the best actions, the one that was played, and everybody's chances of winning.

The search sees what the seat that decides could have remembered, so it judges by what the player could have known. It
counts iterations and no time: whoever repeats it with the same generator finds the same. What is open to both of two is
looked at by alpha-beta, all else by the tree search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from games.ai import alpha_beta
from games.ai.chances import chances
from games.ai.ismcts import Search
from games.ai.judging import walked
from games.engine.contract import AnyGame

VERSION = "6"
"""Raised by every change that lets an analysis find something else."""

ITERATIONS: Mapping[str, int] = MappingProxyType({"rapa_nui": 1000, "machu_picchu": 2000, "maya": 2000, "princes": 300})
"""Walks down the tree for each decision, by game: so many that a whole match takes one to a few minutes."""

POSITIONS_A_WALK = 10
"""Alpha-beta looks at so many positions in the place of one walk, in half the time."""

MOST_SHOWN = 3
"""Best actions of a decision that are told."""
WORTH_TELLING = 0.3
"""An action that the search visited less often than this share of the most visited is none of the best."""
NEARLY_AS_GOOD = 0.1
"""Nor is one, of those that alpha-beta weighs, that gives away more of the chance of winning than this."""
SURE = 0.5
"""The action that was played is looked at until it has this share of the visits of the best."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One action, and how likely each seat wins after it."""

    action: str
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of `seat`: the best actions, the very best first, and the one that was played."""

    seat: int
    best: tuple[Judged, ...]
    played: Judged

    @property
    def loss(self) -> float:
        """How much of its chance the seat gave away."""
        return max(0.0, self.best[0].chances[self.seat] - self.played.chances[self.seat])


def judge(
    game: AnyGame, view: Any, seat: int, played: str, *, ply: int, rng: Random, iterations: int | None = None
) -> Judgement:
    """What `seat`, which sees `view` and is to move, could have done instead of `played` as action number `ply`.

    Raises IllegalAction for an action that it could not play.
    """
    state = game.determinize(view, rng)
    chosen = game.parse(state, played)
    iterations = iterations or ITERATIONS[game.KEY]
    if alpha_beta.can_search(game, len(game.evaluate(state))):
        return _looked_at(game, state, seat, chosen, ply, POSITIONS_A_WALK * iterations)
    return _walked_through(game, view, seat, chosen, ply, rng, iterations)


def _looked_at(game: AnyGame, state: Any, seat: int, chosen: Any, ply: int, positions: int) -> Judgement:
    """The judgement by alpha-beta."""
    worths = alpha_beta.weigh(game, state, chosen, MOST_SHOWN, positions)

    def judged(action: Any) -> Judged:
        sure = worths[action].sure
        if sure is not None:
            return Judged(str(action), tuple(sure if each == seat else 1 - sure for each in range(alpha_beta.SEATS)))
        values = [worths[action].margin if each == seat else 0.0 for each in range(alpha_beta.SEATS)]
        return Judged(str(action), chances(game, values, ply))

    best, *others = map(judged, list(worths)[:MOST_SHOWN])
    told = [one for one in others if best.chances[seat] - one.chances[seat] <= NEARLY_AS_GOOD]
    return Judgement(seat, (best, *told), judged(chosen))


def _walked_through(
    game: AnyGame, view: Any, seat: int, chosen: Any, ply: int, rng: Random, iterations: int
) -> Judgement:
    """The judgement by the tree search."""
    near = walked(game, view)
    search = Search(near, seat)
    sums: dict[Any, _Sum] = {}

    def walk(first: Any = None) -> None:
        action, values = search.iterate(near.determinize(view, rng), first)
        sums.setdefault(action, _Sum(len(values))).add(values)

    for _ in range(iterations):
        walk()
    best = search.best()
    while chosen not in sums or sums[chosen].count < SURE * sums[best].count:
        walk(chosen)

    def judged(action: Any) -> Judged:
        return Judged(str(action), chances(game, sums[action].means(), ply))

    shown = sorted(sums, key=lambda action: -sums[action].count)[:MOST_SHOWN]
    told = [judged(action) for action in shown if sums[action].count >= WORTH_TELLING * sums[best].count]
    told.sort(key=lambda one: -one.chances[seat])
    return Judgement(seat, tuple(told), judged(chosen))


class _Sum:
    """The values that were read below one action."""

    __slots__ = ("_totals", "count")

    def __init__(self, seats: int) -> None:
        self.count = 0
        self._totals = [0.0] * seats

    def add(self, values: tuple[float, ...]) -> None:
        """Count what one walk found."""
        self.count += 1
        self._totals = [total + value for total, value in zip(self._totals, values, strict=True)]

    def means(self) -> list[float]:
        """What each seat may expect."""
        return [total / self.count for total in self._totals]

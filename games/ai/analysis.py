"""What a decision was worth: the best actions, the one that was played, and everybody's chances of winning.

The search sees what the seat that decides could have remembered, so it judges by what the player could have known. It
counts iterations and no time: whoever repeats it with the same generator finds the same. What is open to both of two is
looked at by alpha-beta, all else by the tree search. Where a game was seen to end, who wins it there is a fact;
where the search stopped before, the points that it expects become chances: see `games.ai.chances`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any

from games.ai import alpha_beta
from games.ai.chances import Curves, Foreseen, by_seat, by_side, chances, curves, open_curves, won
from games.ai.ismcts import Search, Walk
from games.ai.judging import JUDGED, walked
from games.engine.contract import AnyGame

METHOD = 12
"""Raised by every change of the program that lets an analysis find something else."""

ITERATIONS: Mapping[str, int] = MappingProxyType({"rapa_nui": 1000, "machu_picchu": 2000, "maya": 2000, "princes": 300})
"""Walks down the tree for each decision, by game: so many that a whole match takes one to a few minutes."""

WALKS_FOR_ONE_WITH_OPEN_CARDS = 4
"""Where nothing has to be imagined, fewer walks tell as much."""

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


def version(method: int, *numbers: Any) -> str:
    """The name of a way to judge, by these numbers: of others, another name."""
    return f"{method}.{sha256(repr(numbers).encode()).hexdigest()[:8]}"


VERSION = version(METHOD, curves(), open_curves(), [module.WEIGHTS for module in JUDGED.values()])
"""Analyses of another one are made anew: `manage.py tune` and `manage.py calibrate` may change what is found."""


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
    game: AnyGame, view: Any, seat: int, played: str, *, progress: int, rng: Random, iterations: int | None = None
) -> Judgement:
    """What `seat`, which sees `view` and is to move, could have done instead of `played`.

    `progress` says how far the match has come, as `progress_at` does. Raises IllegalAction for an action that it could
    not play.
    """
    state = game.determinize(view, rng)
    chosen = game.parse(state, played)
    iterations = iterations or ITERATIONS[game.KEY]
    if alpha_beta.can_search(game, len(game.evaluate(state))):
        return _looked_at(game, state, seat, chosen, progress, POSITIONS_A_WALK * iterations)
    return _walked_through(game, view, seat, chosen, progress, rng, iterations)


def course(
    game: AnyGame, state: Any, judgement: Judgement, progress: int, *, iterations: int | None = None
) -> tuple[float, ...]:
    """How likely each seat wins at `state`, for the picture of the whole match: `judgement` was found there.

    What somebody expects who sees all cards, and lets everybody act by what they see. So the picture does not swing
    with whoever decides and guesses, and where the end is near it says what will come. Where nothing is hidden the
    judgement says it.
    """
    seats = len(judgement.played.chances)
    if alpha_beta.can_search(game, seats):
        return judgement.best[0].chances
    seen = foreseen(game, state, judgement.seat, iterations=iterations)
    return _chances(game, seen, seats, progress, open_curves())


def foreseen(game: AnyGame, state: Any, seat: int, *, iterations: int | None = None) -> Foreseen:
    """What a search that sees all cards finds of the best action of `seat`, which is to move at `state`."""
    search = Search(game, seat)
    found: defaultdict[Any, _Found] = defaultdict(_Found)
    for _ in range(max(1, (iterations or ITERATIONS[game.KEY]) // WALKS_FOR_ONE_WITH_OPEN_CARDS)):
        one = search.iterate(state)
        found[one.first].add(game, game, one)
    return found[search.best()].foreseen(game)


def best_of(game: AnyGame, view: Any, seat: int, *, progress: int, rng: Random, iterations: int | None = None) -> str:
    """What a judgement by the same generator nearly always calls the very best, asked for before anything is played.

    Not always, because a judgement also looks closely at the action that was played.
    """
    state = game.determinize(view, rng)
    legal = game.legal_actions(state)
    iterations = iterations or ITERATIONS[game.KEY]
    if alpha_beta.can_search(game, len(game.evaluate(state))):
        return str(next(iter(alpha_beta.weigh(game, state, legal[0], MOST_SHOWN, POSITIONS_A_WALK * iterations))))
    return _walked_through(game, view, seat, None, progress, rng, iterations).best[0].action


def _looked_at(game: AnyGame, state: Any, seat: int, chosen: Any, progress: int, positions: int) -> Judgement:
    """The judgement by alpha-beta."""
    worths = alpha_beta.weigh(game, state, chosen, MOST_SHOWN, positions)

    def judged(action: Any) -> Judged:
        sure = worths[action].sure
        if sure is not None:
            shares = tuple(sure if each == seat else 1 - sure for each in range(alpha_beta.SEATS))
            return Judged(str(action), shares)
        values = [worths[action].margin if each == seat else 0.0 for each in range(alpha_beta.SEATS)]
        return Judged(str(action), chances(game, values, progress, curves()))

    best, *others = map(judged, list(worths)[:MOST_SHOWN])
    told = [one for one in others if best.chances[seat] - one.chances[seat] <= NEARLY_AS_GOOD]
    return Judgement(seat, (best, *told), judged(chosen))


def _walked_through(
    game: AnyGame, view: Any, seat: int, chosen: Any, progress: int, rng: Random, iterations: int
) -> Judgement:
    """The judgement by the tree search; `chosen` is None before anything is played: then the most visited action."""
    near = walked(game, view)
    search = Search(near, seat)
    found: defaultdict[Any, _Found] = defaultdict(_Found)

    def walk(first: Any = None) -> None:
        one = search.iterate(near.determinize(view, rng), first)
        found[one.first].add(game, near, one)

    for _ in range(iterations):
        walk()
    best = search.best()
    chosen, seats = best if chosen is None else chosen, len(search.roots)
    while chosen not in found or found[chosen].count < SURE * found[best].count:
        walk(chosen)

    def judged(action: Any) -> Judged:
        return Judged(str(action), _chances(game, found[action].foreseen(game), seats, progress, curves()))

    shown = sorted(found, key=lambda action: -found[action].count)[:MOST_SHOWN]
    told = [judged(action) for action in shown if found[action].count >= WORTH_TELLING * found[best].count]
    told.sort(key=lambda one: -one.chances[seat])
    return Judgement(seat, tuple(told), judged(chosen))


def _chances(game: AnyGame, seen: Foreseen, seats: int, progress: int, fitting: Curves) -> tuple[float, ...]:
    """Each seat's chances, by curves that were fitted to such walks."""
    return by_seat(game, seen.shares(fitting[game.KEY][seats], progress), seats)


class _Found:
    """What the walks found that began with one action."""

    def __init__(self) -> None:
        self._expected: list[tuple[float, ...]] = []
        """Where a walk stopped before the end: what each seat may expect."""
        self._won: defaultdict[int, list[tuple[float, ...]]] = defaultdict(list)
        """Where it came to the end, after so many choices: what share of the win each side got."""
        self.count = 0
        """How many walks."""

    def add(self, game: AnyGame, near: AnyGame, walk: Walk) -> None:
        """Count one more walk, which went through `near` in place of the game."""
        self.count += 1
        outcome = near.outcome(walk.end)
        if outcome is None:
            self._expected.append(walk.values)
        else:
            self._won[walk.choices].append(won(game, outcome))

    def foreseen(self, game: AnyGame) -> Foreseen:
        """All of it."""
        means = by_side(game, _means(self._expected)) if self._expected else ()
        ends = [(choices, len(some) / self.count, _means(some)) for choices, some in sorted(self._won.items())]
        return Foreseen(means, tuple(ends))


def _means(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*rows, strict=True))

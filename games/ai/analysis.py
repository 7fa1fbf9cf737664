"""Judges decisions: the best actions, the one that was played, and everyone's chances of winning.

The search sees what the deciding seat could have remembered, so it judges by what the player could have known. It
counts iterations, not time: repeated with the same generator, it finds the same. Two-player positions without hidden
information are searched by alpha-beta, all others by tree search. Where a game was seen to end, its winner is a fact;
where the search stopped earlier, the points that it expects are turned into chances: see `games.ai.chances`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from statistics import fmean
from typing import Any

from games.ai import alpha_beta
from games.ai.chances import CURVES, OPEN_CURVES, Curves, Foreseen, by_seat, by_side, chances, won
from games.ai.evaluators import walked
from games.ai.ismcts import Search, Walk
from games.engine.contract import AnyGame
from games.titles import TITLES, OfEachGame

METHOD = 12
"""Increment with every code change that can change the result of an analysis."""

ITERATIONS: Mapping[str, int] = OfEachGame(lambda title: title.bot.walks)
"""Walks down the tree for each decision, by game: enough that a whole match takes one to a few minutes."""

WALKS_FOR_ONE_WITH_OPEN_CARDS = 4
"""Where nothing has to be imagined, this many times fewer walks are enough."""

POSITIONS_A_WALK = 10
"""Alpha-beta searches this many positions in place of one walk, in half the time."""

MOST_SHOWN = 3
"""How many of the best actions are shown for a decision."""
WORTH_TELLING = 0.3
"""An action visited less often than this share of the most visited one is not among the best."""
NEARLY_AS_GOOD = 0.1
"""With alpha-beta, an action that gives away more of the chance of winning than this is not among the best either."""
SURE = 0.5
"""The action that was played is searched until it has this share of the visits of the best."""

WEIGHED = 4
"""How many of the best actions are compared when nothing has been played yet."""
CLOSELY = 0.25
"""Each of these is searched until it has this share of the visits of the most visited one."""


def version(method: int, *numbers: Any) -> str:
    """The name of a version of the analysis, derived from these numbers: different numbers give a different name."""
    return f"{method}.{sha256(repr(numbers).encode()).hexdigest()[:8]}"


VERSION = version(METHOD, dict(CURVES), dict(OPEN_CURVES), [title.bot.weights for title in TITLES.values()])
"""Analyses of another version are redone: `manage.py tune` and `manage.py calibrate` may change the results."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One action, and each seat's chance of winning after it."""

    action: str
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of `seat`: the best actions, best first, and the one that was played."""

    seat: int
    best: tuple[Judged, ...]
    played: Judged

    @property
    def loss(self) -> float:
        """The chance of winning that the seat gave away."""
        return max(0.0, self.best[0].chances[self.seat] - self.played.chances[self.seat])


def judge(
    game: AnyGame, view: Any, seat: int, played: str, *, progress: int, rng: Random, iterations: int | None = None
) -> Judgement:
    """The judgement of `played`, the action of `seat`, which sees `view` and is to move.

    `progress` says how far the match has come, see `progress_at`. Raises IllegalAction for an action that the seat
    could not play.
    """
    state = game.determinize(view, rng)
    chosen = game.parse(state, played)
    iterations = iterations or ITERATIONS[game.KEY]
    if alpha_beta.can_search(game, len(game.evaluate(state))):
        return _looked_at(game, state, seat, chosen, progress, POSITIONS_A_WALK * iterations)
    return _walked_through(game, view, seat, chosen, progress, rng, iterations)


def chances_at(
    game: AnyGame, state: Any, judgement: Judgement, progress: int, *, iterations: int | None = None
) -> tuple[float, ...]:
    """Each seat's chance of winning at `state`, for the graph of the whole match: `judgement` was found there.

    It is the expectation of an observer who sees all cards but lets everyone act on what they see themselves. So the
    graph does not swing with the guesses of the seat to move, and near the end it shows what will come. Without hidden
    information it is taken from the judgement.
    """
    seats = len(judgement.played.chances)
    if alpha_beta.can_search(game, seats):
        return judgement.best[0].chances
    seen = foreseen(game, state, judgement.seat, iterations=iterations)
    return _chances(game, seen, seats, progress, OPEN_CURVES)


def foreseen(game: AnyGame, state: Any, seat: int, *, iterations: int | None = None) -> Foreseen:
    """The findings of a search that sees all cards, for the best action of `seat`, which is to move at `state`."""
    search = Search(game, seat)
    found: defaultdict[Any, _Found] = defaultdict(_Found)
    for _ in range(max(1, (iterations or ITERATIONS[game.KEY]) // WALKS_FOR_ONE_WITH_OPEN_CARDS)):
        one = search.iterate(state)
        found[one.first].add(game, game, one)
    return found[search.best()].foreseen(game)


def best_few(
    game: AnyGame, view: Any, seat: int, *, progress: int, rng: Random, iterations: int | None = None
) -> tuple[Judged, ...]:
    """The best action and those close to it: the best first, each with the chances that it leaves.

    A judgement with the same generator nearly always calls the same one best. Not always, because it also looks closely
    at the action that was played; here nothing need have been played yet.
    """
    state = game.determinize(view, rng)
    first = game.legal_actions(state)[0]
    iterations = iterations or ITERATIONS[game.KEY]
    if alpha_beta.can_search(game, len(game.evaluate(state))):
        return _looked_at(game, state, seat, first, progress, POSITIONS_A_WALK * iterations).best
    return _walked_through(game, view, seat, None, progress, rng, iterations).best


def weighed(game: AnyGame, view: Any, seat: int, *, progress: int, rng: Random, iterations: int) -> tuple[Judged, ...]:
    """The few best actions of `seat`, the best first, each searched closely enough that their chances can be compared.

    Nothing has been played yet. There may be fewer than `WEIGHED`.
    """
    state = game.determinize(view, rng)
    seats = len(game.evaluate(state))
    if alpha_beta.can_search(game, seats):
        chosen = rng.choice(game.legal_actions(state))
        worths = alpha_beta.weigh(game, state, chosen, WEIGHED, POSITIONS_A_WALK * iterations)
        return tuple(_worth(game, action, worths[action], seat, progress) for action in list(worths)[:WEIGHED])
    walks = _Walks(game, view, seat, rng)
    for _ in range(iterations):
        walks.walk()
    found = walks.found
    closely = sorted(found, key=lambda action: -found[action].count)[:WEIGHED]
    enough = CLOSELY * found[closely[0]].count
    for action in closely[1:]:
        while found[action].count < enough:
            walks.walk(action)
    judged = [
        Judged(str(action), _chances(game, found[action].foreseen(game), seats, progress, CURVES)) for action in closely
    ]
    return tuple(sorted(judged, key=lambda one: -one.chances[seat]))


def _worth(game: AnyGame, action: Any, worth: alpha_beta.Worth, seat: int, progress: int) -> Judged:
    """The result of alpha-beta for an action, as chances."""
    if worth.sure is not None:
        sure = worth.sure
        return Judged(str(action), tuple(sure if each == seat else 1 - sure for each in range(alpha_beta.SEATS)))
    values = [worth.margin if each == seat else 0.0 for each in range(alpha_beta.SEATS)]
    return Judged(str(action), chances(game, values, progress, CURVES))


def _looked_at(game: AnyGame, state: Any, seat: int, chosen: Any, progress: int, positions: int) -> Judgement:
    """The judgement by alpha-beta."""
    worths = alpha_beta.weigh(game, state, chosen, MOST_SHOWN, positions)

    def judged(action: Any) -> Judged:
        return _worth(game, action, worths[action], seat, progress)

    best, *others = map(judged, list(worths)[:MOST_SHOWN])
    close = [one for one in others if best.chances[seat] - one.chances[seat] <= NEARLY_AS_GOOD]
    return Judgement(seat, (best, *close), judged(chosen))


def _walked_through(
    game: AnyGame, view: Any, seat: int, chosen: Any, progress: int, rng: Random, iterations: int
) -> Judgement:
    """The judgement by tree search. `chosen` is None before anything is played: then it is the most visited action."""
    walks = _Walks(game, view, seat, rng)
    for _ in range(iterations):
        walks.walk()
    found = walks.found
    best = walks.search.best()
    chosen, seats = best if chosen is None else chosen, len(walks.search.roots)
    while chosen not in found or found[chosen].count < SURE * found[best].count:
        walks.walk(chosen)

    def judged(action: Any) -> Judged:
        return Judged(str(action), _chances(game, found[action].foreseen(game), seats, progress, CURVES))

    shown = sorted(found, key=lambda action: -found[action].count)[:MOST_SHOWN]
    listed = [judged(action) for action in shown if found[action].count >= WORTH_TELLING * found[best].count]
    listed.sort(key=lambda one: -one.chances[seat])
    return Judgement(seat, tuple(listed), judged(chosen))


def _chances(game: AnyGame, seen: Foreseen, seats: int, progress: int, fitting: Curves) -> tuple[float, ...]:
    """Everyone's chances of winning, by the curves fitted to such walks."""
    return by_seat(game, seen.shares(fitting[game.KEY][seats], progress), seats)


class _Found:
    """The findings of the walks that began with one action."""

    def __init__(self) -> None:
        self._expected: list[tuple[float, ...]] = []
        """For walks that stopped before the end: the values that each seat may expect."""
        self._won: defaultdict[int, list[tuple[float, ...]]] = defaultdict(list)
        """For walks that reached the end, by number of choices: each side's share of the win."""
        self.count = 0
        """Number of walks."""

    def add(self, game: AnyGame, near: AnyGame, walk: Walk) -> None:
        """Count one more walk, made in `near` in place of `game`."""
        self.count += 1
        outcome = near.outcome(walk.end)
        if outcome is None:
            self._expected.append(walk.values)
        else:
            self._won[walk.choices].append(won(game, outcome))

    def foreseen(self, game: AnyGame) -> Foreseen:
        """Everything found so far."""
        means = by_side(game, _means(self._expected)) if self._expected else ()
        ends = [(choices, len(some) / self.count, _means(some)) for choices, some in sorted(self._won.items())]
        return Foreseen(means, tuple(ends))


class _Walks:
    """Walks through what a view may hide, and the results by first action."""

    def __init__(self, game: AnyGame, view: Any, seat: int, rng: Random) -> None:
        self._game, self._view, self._rng = game, view, rng
        self._near = walked(game, view)
        self.search = Search(self._near, seat)
        self.found: defaultdict[Any, _Found] = defaultdict(_Found)

    def walk(self, first: Any = None) -> None:
        """Do one more walk, beginning with the action `first`, or with the one that the search asks for."""
        one = self.search.iterate(self._near.determinize(self._view, self._rng), first)
        self.found[one.first].add(self._game, self._near, one)


def _means(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*rows, strict=True))

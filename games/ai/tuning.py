"""Tunes a game's evaluation weights by letting two evaluations play each other: SPSA (Spall 1992), seeded.

Every step shifts all numbers at once, each up or down at random, plays the two opposite evaluations against each other
over mirrored deals, and moves a little towards the one that did better. Tables of several sizes take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

from games.ai import player
from games.ai.arena import Pairing, pairings
from games.ai.evaluators import Judging
from games.engine import GAMES
from games.engine.contract import AnyGame, teams_of
from games.titles import TITLES

PlayAll = Callable[[Callable[[Pairing], float], Iterable[Pairing]], Iterable[float]]
"""Plays each of the tables and returns the results in their order: `map`, or the same over several processes."""

SEARCH = "expert"
"""The level that searches in every game."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How to tune: how many steps of how many games, and the iterations of every decision."""

    seats: tuple[int, ...]
    """Table sizes, which the steps take in turn."""
    steps: int
    games: int
    """Games per step."""
    iterations: int
    seed: str
    shift: float = 0.15
    """The share of itself by which a number is shifted."""
    rate: float = 0.2
    """How far a step goes if one of the two won all games, as a share of the number."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the evaluation after it, and how the upper of its two evaluations did at tables of `seats`."""

    number: int
    seats: int
    share: float
    weights: Any


def tune(game: AnyGame, tuning: Tuning, play_all: PlayAll = map) -> Iterator[Step]:
    """Yield the steps in order; the same tuning takes the same ones, however its games are played."""
    weights = TITLES[game.KEY].bot.weights
    rng = Random(f"{tuning.seed}/shifts")
    for number in range(tuning.steps):
        signs = {name: rng.choice((-1, 1)) for name in asdict(weights)}
        upper, lower = (_shifted(weights, signs, by) for by in (tuning.shift, -tuning.shift))
        seats = tuning.seats[number % len(tuning.seats)]
        share = match(game, upper, lower, tuning, seats, f"{tuning.seed}/{number}", play_all)
        slower = (1 + number / 10) ** -0.6
        weights = _shifted(weights, signs, tuning.rate * slower * (2 * share - 1))
        yield Step(number, seats, share, weights)


def match(game: AnyGame, one: Any, other: Any, tuning: Tuning, seats: int, seed: str, play_all: PlayAll = map) -> float:
    """How often a seat of the first evaluation finishes before one of the second, draws counted half: 0 to 1."""
    play_one = partial(_play, game.KEY, {"one": one, "other": other}, tuning.iterations)
    return fmean(play_all(play_one, pairings(("one", "other"), teams_of(game, seats), tuning.games, seed)))


def _play(key: str, weights: Mapping[str, Any], iterations: int, table: Pairing) -> float:
    """Play one table, maybe in another process: how often a seat of `one` finishes before one of `other`."""
    game = GAMES[key]
    sides = {name: Judging(game, judgement) for name, judgement in weights.items()}
    state = game.start(game.deal(len(table.levels), {}, Random(table.deal_seed)))
    rng = Random(table.play_seed)
    while (seat := game.to_move(state)) is not None:
        judging: Any = sides[table.levels[seat]]
        seen = player.view_for(judging, state, seat, SEARCH)
        choice = player.choose(judging, seen, seat, SEARCH, rng, iterations=iterations)
        state = game.apply(state, game.parse(state, choice.action))
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to move in a game that is not over"
    ranks = list(zip(table.levels, outcome.ranks, strict=True))
    met = [(rank, its) for (side, rank), (against, its) in product(ranks, ranks) if (side, against) == ("one", "other")]
    return fmean((rank < its) + (rank == its) / 2 for rank, its in met)


def _shifted(weights: Any, signs: dict[str, int], by: float) -> Any:
    """The weights, each larger or smaller by the share `by` of itself."""
    return replace(weights, **{name: value * (1 + signs[name] * by) for name, value in asdict(weights).items()})

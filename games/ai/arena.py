"""Levels against levels: who wins how often, and how long a decision takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from random import Random
from statistics import fmean

from games.ai.levels import LEVELS
from games.ai.player import choose, eyes_of
from games.engine.contract import AnyGame, Options, Outcome


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the level in each seat, and the seed of its deal and of its players."""

    levels: tuple[str, ...]
    deal_seed: str
    play_seed: str


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the arena; `thought[seat]` has the seconds of every decision that was one."""

    pairing: Pairing
    outcome: Outcome
    thought: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per decision; decisions with one legal action are left out."""

    decisions: int
    mean: float
    p50: float
    p95: float
    max: float


@dataclass(frozen=True, slots=True)
class Score:
    """What a level reached."""

    level: str
    games: int
    wins: int
    draws: int
    mean_rank: float
    mean_points: float
    seconds: Times


Sides = Sequence[Sequence[int]]
"""Who win and lose together, as `teams_of` says: one level for each side."""


def pairings(levels: Sequence[str], sides: Sides, games: int, seed: str) -> Iterator[Pairing]:
    """`games` games in which every level sits everywhere equally, as far as `games` is a multiple of the levels.

    The levels move round the table over the same deal, then the next deal is played the other way round.
    """
    for number in range(games):
        turn, place = divmod(number, len(levels))
        step = -1 if turn % 2 else 1
        around = [levels[(place + step * side) % len(levels)] for side in range(len(sides))]
        yield _pairing(around, sides, turn, number, seed)


def round_robin(levels: Sequence[str], sides: Sides, games: int, seed: str, *, neighbours: bool) -> Iterator[Pairing]:
    """`games` games of every two of the levels, or of those only that are named next to each other.

    The two sit in every way in which neither has more than one side more than the other, deal after deal; and change
    places over the same deal.
    """
    pairs = pairwise(levels) if neighbours else combinations(levels, 2)
    for one, other in pairs:
        seatings = _seatings(one, other, len(sides))
        changed = {one: other, other: one}
        for number in range(games):
            turn, is_mirror = divmod(number, 2)
            around = seatings[turn % len(seatings)]
            if is_mirror:
                around = [changed[level] for level in around]
            yield _pairing(around, sides, turn, number, f"{seed}/{one}-{other}")


def evenly(sides: int) -> int:
    """After so many games of a pair both levels have sat in every even way, with so many sides."""
    return 2 * len(_seatings("", "", sides))


def _seatings(one: str, other: str, sides: int) -> list[list[str]]:
    """Every way to seat two levels evenly, but for those that are another one with the levels changed."""
    fewer = [places for places in combinations(range(sides), sides // 2) if sides % 2 or 0 not in places]
    return [[other if side in places else one for side in range(sides)] for places in fewer]


def _pairing(around: Sequence[str], sides: Sides, turn: int, number: int, seed: str) -> Pairing:
    """Game `number`, over deal `turn`, with these levels on the sides."""
    of_seat = {seat: level for level, side in zip(around, sides, strict=True) for seat in side}
    return Pairing(tuple(of_seat[seat] for seat in sorted(of_seat)), f"{seed}/deal/{turn}", f"{seed}/play/{number}")


@dataclass(frozen=True, slots=True)
class Budgets:
    """What a decision of each level may cost; without any, what the level takes at a real table."""

    seconds: float | None = None
    """The same for all."""
    iterations: int | None = None
    """The same for all."""
    proportional: int | None = None
    """Iterations of the level with the longest time; the others in proportion to theirs, one at least, and no more than
    the level has in the game."""

    def of(self, level: str, game: str) -> tuple[float | None, int | None]:
        """The seconds and iterations of one level in a game, as `choose` takes them."""
        if self.proportional is None:
            return self.seconds, self.iterations
        longest = max(other.seconds for other in LEVELS.values())
        share = max(1, round(self.proportional * LEVELS[level].seconds / longest))
        return None, min(share, LEVELS[level].iterations.get(game, share))


def play(game: AnyGame, options: Options, pairing: Pairing, budgets: Budgets) -> Played:
    """Play one game to its end."""
    state = game.start(game.deal(len(pairing.levels), options, Random(pairing.deal_seed)))
    rng = Random(pairing.play_seed)
    thought: list[list[float]] = [[] for _ in pairing.levels]
    while (seat := game.to_move(state)) is not None:
        level = pairing.levels[seat]
        view = eyes_of(game, state, seat, level)
        seconds, iterations = budgets.of(level, game.KEY)
        choice = choose(game, view, seat, level, rng, seconds=seconds, iterations=iterations)
        if len(game.legal_actions(state)) > 1:
            thought[seat].append(choice.seconds)
        state = game.apply(state, game.parse(state, choice.action))
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to move in a game that is not over"
    return Played(pairing=pairing, outcome=outcome, thought=tuple(tuple(times) for times in thought))


def scores(levels: Sequence[str], played: Sequence[Played]) -> list[Score]:
    """What each level reached in all games.

    A level wins a game when every first rank is in its seats, and draws when it shares the first rank with another.
    """
    return [_score(level, played) for level in levels]


@dataclass(frozen=True, slots=True)
class Pair:
    """How two levels did against each other."""

    first: str
    second: str
    wins: int
    """Of the first."""
    draws: int
    losses: int
    share: float
    """Of the games that the second won, draws halved."""
    first_rank: float
    """Mean rank."""
    second_rank: float


def pairs(levels: Sequence[str], played: Sequence[Played]) -> list[Pair]:
    """Every two levels that sat at a table by themselves, in the order of `levels`."""
    found = []
    for first, second in combinations(levels, 2):
        games = [one for one in played if set(one.pairing.levels) == {first, second}]
        if games:
            one, other = _score(first, games), _score(second, games)
            share = (other.wins + other.draws / 2) / len(games)
            found.append(Pair(first, second, one.wins, one.draws, other.wins, share, one.mean_rank, other.mean_rank))
    return found


def _score(level: str, played: Sequence[Played]) -> Score:
    """What one level reached."""
    winners = [
        {sitting for sitting, rank in zip(one.pairing.levels, one.outcome.ranks, strict=True) if rank == 1}
        for one in played
    ]
    seated = [(one, seat) for one in played for seat, sitting in enumerate(one.pairing.levels) if sitting == level]
    times = sorted(time for one, seat in seated for time in one.thought[seat])
    return Score(
        level=level,
        games=sum(level in one.pairing.levels for one in played),
        wins=sum(first == {level} for first in winners),
        draws=sum(level in first and len(first) > 1 for first in winners),
        mean_rank=_mean([one.outcome.ranks[seat] for one, seat in seated]),
        mean_points=_mean([one.outcome.points[seat] for one, seat in seated]),
        seconds=Times(
            decisions=len(times),
            mean=_mean(times),
            p50=_percentile(times, 50),
            p95=_percentile(times, 95),
            max=_percentile(times, 100),
        ),
    )


def _mean(values: Sequence[float]) -> float:
    """Their mean, 0 for none."""
    return fmean(values) if values else 0.0


def _percentile(ascending: Sequence[float], percent: int) -> float:
    """The smallest value that `percent` of them do not exceed (nearest rank), 0 for none."""
    return ascending[max(ceil(len(ascending) * percent / 100), 1) - 1] if ascending else 0.0

"""Matches between levels, and against guests: results, and the time that decisions take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, Protocol

from games.ai.levels import LEVELS
from games.ai.player import choose, view_for
from games.engine.contract import AnyGame, Options, Outcome, teams_of
from games.engine.record import Step

FORFEIT = "forfeit"
"""End reason of a game that a guest breaks off: the guest and its partner have lost, all others have won."""


class Forfeit(Exception):
    """A guest stops playing: the text says what went wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A guest that broke off a game."""

    guest: str
    seat: int
    action: int
    """The number of the action that it was to play, from 1."""
    reason: str

    def __str__(self) -> str:
        return f"{self.guest} in seat {self.seat} lost at action {self.action}: {self.reason}"


class Guest(Protocol):
    """A player in the arena that is not one of the levels."""

    def decide(
        self, game: AnyGame, seats: int, options: Options, deal: Any, steps: Sequence[Step], state: Any, seat: int, /
    ) -> str:
        """The action of `seat`, which is to move. The guest itself must look at its own view only. Raises Forfeit."""
        ...


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the level in each seat, and the seeds of its deal and of its players."""

    levels: tuple[str, ...]
    deal_seed: str
    play_seed: str


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the arena; `thought[seat]` has the seconds of every decision with more than one legal action."""

    pairing: Pairing
    outcome: Outcome
    thought: tuple[tuple[float, ...], ...]
    fault: Fault | None = None
    """Why the game was broken off."""


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
    """The results of one level."""

    level: str
    games: int
    wins: int
    draws: int
    mean_rank: float
    mean_points: float
    """Over the games that were played to the end."""
    seconds: Times
    faults: int = 0
    """Games that a guest in these seats broke off; they count as lost."""


Sides = Sequence[Sequence[int]]
"""The seats that win and lose together, see `teams_of`: one level plays for each side."""


def pairings(levels: Sequence[str], sides: Sides, games: int, seed: str) -> Iterator[Pairing]:
    """`games` games in which every level sits everywhere equally often, if `games` is a multiple of the number of
    levels.

    The levels rotate around the table over the same deal; the next deal is played in the opposite order.
    """
    for number in range(games):
        turn, place = divmod(number, len(levels))
        step = -1 if turn % 2 else 1
        around = [levels[(place + step * side) % len(levels)] for side in range(len(sides))]
        yield _pairing(around, sides, turn, number, seed)


def round_robin(levels: Sequence[str], sides: Sides, games: int, seed: str, *, neighbours: bool) -> Iterator[Pairing]:
    """`games` games for every pair of the levels, or only for those named next to each other.

    From deal to deal, the two are seated in every way that gives neither of them more than one extra side; over each
    deal they also swap places.
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
    """The number of games after which both levels of a pair have sat in every even way, with this many sides."""
    return 2 * len(_seatings("", "", sides))


def _seatings(one: str, other: str, sides: int) -> list[list[str]]:
    """Every way to seat two levels evenly, leaving out those that only swap the levels of another one."""
    fewer = [places for places in combinations(range(sides), sides // 2) if sides % 2 or 0 not in places]
    return [[other if side in places else one for side in range(sides)] for places in fewer]


def _pairing(around: Sequence[str], sides: Sides, turn: int, number: int, seed: str) -> Pairing:
    """Game `number`, on deal `turn`, with these levels on the sides."""
    of_seat = {seat: level for level, side in zip(around, sides, strict=True) for seat in side}
    return Pairing(tuple(of_seat[seat] for seat in sorted(of_seat)), f"{seed}/deal/{turn}", f"{seed}/play/{number}")


@dataclass(frozen=True, slots=True)
class Budgets:
    """The budget of a decision, by level; without any, that of the level at a real table."""

    seconds: float | None = None
    """The same for all levels."""
    iterations: int | None = None
    """The same for all levels."""
    proportional: int | None = None
    """Iterations of the level with the longest time; the others in proportion to their times.

    At least one, and no more than the level has in the game.
    """

    def of(self, level: str, game: str) -> tuple[float | None, int | None]:
        """The seconds and iterations of one level in a game, as `choose` takes them."""
        if self.proportional is None:
            return self.seconds, self.iterations
        longest = max(other.seconds for other in LEVELS.values())
        share = max(1, round(self.proportional * LEVELS[level].seconds / longest))
        return None, min(share, LEVELS[level].iterations_in(game) or share)


def deal_of(game: AnyGame, options: Options, pairing: Pairing) -> Any:
    """The deal of the game: the same in every call."""
    return game.deal(len(pairing.levels), options, Random(pairing.deal_seed))


def play(
    game: AnyGame,
    options: Options,
    pairing: Pairing,
    budgets: Budgets,
    guests: Mapping[str, Guest] | None = None,
    steps: list[Step] | None = None,
) -> Played:
    """Play one game to its end. Names in the pairing that are keys of `guests` are guests, not levels.

    The steps played are appended to `steps`, which must be empty at first.
    """
    guests = guests or {}
    steps = [] if steps is None else steps
    seats = len(pairing.levels)
    deal = deal_of(game, options, pairing)
    state = game.start(deal)
    rng = Random(pairing.play_seed)
    thought: list[list[float]] = [[] for _ in pairing.levels]
    while (seat := game.to_move(state)) is not None:
        level = pairing.levels[seat]
        if level in guests:
            started = perf_counter()
            try:
                text = guests[level].decide(game, seats, options, deal, steps, state, seat)
            except Forfeit as wrong:
                fault = Fault(level, seat, len(steps) + 1, str(wrong))
                return Played(pairing, _forfeited(game, pairing, level), tuple(map(tuple, thought)), fault)
            spent = perf_counter() - started
        else:
            text, spent = _decision(game, state, seat, level, rng, budgets)
        if len(game.legal_actions(state)) > 1:
            thought[seat].append(spent)
        action = game.parse(state, text)
        steps.append(Step(state, seat, action, game.apply(state, action)))
        state = steps[-1].after
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to move in a game that is not over"
    return Played(pairing=pairing, outcome=outcome, thought=tuple(tuple(times) for times in thought))


def _decision(game: AnyGame, state: Any, seat: int, level: str, rng: Random, budgets: Budgets) -> tuple[str, float]:
    """The action that a level chooses for `seat`, and the seconds it thought."""
    view = view_for(game, state, seat, level)
    seconds, iterations = budgets.of(level, game.KEY)
    choice = choose(game, view, seat, level, rng, seconds=seconds, iterations=iterations)
    return choice.action, choice.seconds


def _forfeited(game: AnyGame, pairing: Pairing, guest: str) -> Outcome:
    """The end of a game that a guest broke off: all its seats have lost, with their partners."""
    seats = len(pairing.levels)
    sides = [side for side in teams_of(game, seats) if guest in {pairing.levels[seat] for seat in side}]
    lost = {seat for side in sides for seat in side}
    ranks = tuple(1 + seats - len(lost) if seat in lost else 1 for seat in range(seats))
    return Outcome((0,) * seats, ranks, FORFEIT, ((),) * seats)


def scores(levels: Sequence[str], played: Sequence[Played]) -> list[Score]:
    """The results of each level over all games.

    A level wins a game when every first rank is in its seats, and draws when it shares the first rank with another
    level.
    """
    return [_score(level, played) for level in levels]


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of two levels against each other."""

    first: str
    second: str
    wins: int
    """Of the first level."""
    draws: int
    losses: int
    share: float
    """Share of the games that the second level won, draws counted half."""
    first_rank: float
    """The mean rank of `first`."""
    second_rank: float


def pairs(levels: Sequence[str], played: Sequence[Played]) -> list[Pair]:
    """The results of every two levels that played at tables of their own, in the order of `levels`."""
    found = []
    for first, second in combinations(levels, 2):
        games = [one for one in played if set(one.pairing.levels) == {first, second}]
        if games:
            one, other = _score(first, games), _score(second, games)
            share = (other.wins + other.draws / 2) / len(games)
            found.append(Pair(first, second, one.wins, one.draws, other.wins, share, one.mean_rank, other.mean_rank))
    return found


def _score(level: str, played: Sequence[Played]) -> Score:
    """The results of one level."""
    winners = [
        {sitting for sitting, rank in zip(one.pairing.levels, one.outcome.ranks, strict=True) if rank == 1}
        for one in played
    ]
    seated = [(one, seat) for one in played for seat, sitting in enumerate(one.pairing.levels) if sitting == level]
    times = sorted(time for one, seat in seated for time in one.thought[seat])
    finished = [(one, seat) for one, seat in seated if one.outcome.reason != FORFEIT]
    return Score(
        level=level,
        games=sum(level in one.pairing.levels for one in played),
        wins=sum(first == {level} for first in winners),
        draws=sum(level in first and len(first) > 1 for first in winners),
        mean_rank=_mean([one.outcome.ranks[seat] for one, seat in seated]),
        mean_points=_mean([one.outcome.points[seat] for one, seat in finished]),
        seconds=Times(
            decisions=len(times),
            mean=_mean(times),
            p50=_percentile(times, 50),
            p95=_percentile(times, 95),
            max=_percentile(times, 100),
        ),
        faults=sum(one.fault is not None and one.fault.guest == level for one in played),
    )


def _mean(values: Sequence[float]) -> float:
    """The mean, 0 if there are no values."""
    return fmean(values) if values else 0.0


def _percentile(ascending: Sequence[float], percent: int) -> float:
    """The smallest value that `percent` of them do not exceed (nearest rank), 0 if there are none."""
    return ascending[max(ceil(len(ascending) * percent / 100), 1) - 1] if ascending else 0.0

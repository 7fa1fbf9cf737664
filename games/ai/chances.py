"""Turns the points that a search expects into chances of winning: a curve for each game and number of seats.

The chance of a side is the softmax of what every side may expect, over a spread that shrinks from the first action to
the last: a lead of three points means little early on, and nearly everything late. The two ends of the spread are
fitted by maximum likelihood to games between computer players; `manage.py calibrate` does it and writes the file.

Where a search sees the end, the winner there is certain. But with all cards open it still lets everyone act only on
what they see, and each choice still to come may turn out differently. How much each such choice discounts what was seen
is fitted as well.

There are two curves: one for a search that imagines what is hidden and, where something is hidden, one for a search
with all cards open.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import fmean

from games.engine.contract import AnyGame, Outcome, teams_of
from games.titles import OfEachGame
from games.titles.manifest import Title

FILE = "bot/chances.toml"
"""In the folder of the game: a curve for each number of seats."""
OPEN = "open"
"""Prefix of the number of seats for the second curve."""
LEAST = 1e-6
"""Chances are clamped to this minimum before taking logarithms."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How far results spread around the expected points: at the first action, and at action number `length`.

    Actions are counted as in `progress_at`.
    """

    early: float
    late: float
    length: int
    trust: float = 1.0
    """The factor by which each choice before a foreseen end reduces the excess over an equal chance that was seen
    there.
    """

    def spread(self, progress: int) -> float:
        """The spread after this many actions."""
        done = min(1.0, progress / self.length)
        return exp((1 - done) * log(self.early) + done * log(self.late))

    def shares(self, values: Sequence[float], progress: int) -> tuple[float, ...]:
        """Each side's chance of winning, given what each is expected to score."""
        return softmax(values, self.spread(progress))


@dataclass(frozen=True, slots=True)
class Moment:
    """A search's expectation for each side after this many actions, and each side's actual share of the win."""

    progress: int
    values: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The findings of the walks of a search about one position, by side in the order of `teams_of`."""

    expected: tuple[float, ...]
    """The mean expectation of the walks that stopped before the end; empty if there were none."""
    ends: tuple[tuple[int, float, tuple[float, ...]], ...]
    """For the other walks: the number of choices to the end, their share of all, and the mean share of the win."""

    def shares(self, curve: Curve, progress: int) -> tuple[float, ...]:
        """Each side's chance of winning, by this curve."""
        stopped = 1 - sum(part for _choices, part, _shares in self.ends) if self.expected else 0.0
        totals = [stopped * share for share in curve.shares(self.expected, progress)] if self.expected else []
        for choices, part, shares in self.ends:
            trust = curve.trust**choices
            totals = totals or [0.0] * len(shares)
            totals = [
                total + part * (trust * share + (1 - trust) / len(shares))
                for total, share in zip(totals, shares, strict=True)
            ]
        return tuple(totals)


@dataclass(frozen=True, slots=True)
class Ending:
    """A search's findings after this many actions, and each side's actual share of the win."""

    progress: int
    seen: Foreseen
    shares: tuple[float, ...]


Curves = Mapping[str, Mapping[int, Curve]]
"""Curves by game and number of seats."""


def _fitted(title: Title, *, is_open: bool) -> dict[int, Curve]:
    rows = tomllib.loads((title.folder / FILE).read_text(encoding="utf-8"))
    of_open = rows.pop(OPEN, {})
    return {int(seats): Curve(**row) for seats, row in (of_open if is_open else rows).items()}


CURVES: Curves = OfEachGame(lambda title: _fitted(title, is_open=False))
"""The fitted curves for the expectations of a search."""

OPEN_CURVES: Curves = OfEachGame(lambda title: _fitted(title, is_open=True))
"""The fitted curves for the expectations of a search with all cards open, at tables where some are hidden."""


def chances(game: AnyGame, values: Sequence[float], progress: int, fitting: Curves) -> tuple[float, ...]:
    """Each seat's chance of winning, from the values that a search expects after this many actions.

    Partners win together: each has the chance of the side, so only the chances of the sides add up to 1.
    """
    seats = len(values)
    return by_seat(game, fitting[game.KEY][seats].shares(by_side(game, values), progress), seats)


def won(game: AnyGame, outcome: Outcome) -> tuple[float, ...]:
    """Each side's share of the win, split equally among those that share the first rank."""
    first = [outcome.ranks[side[0]] == 1 for side in teams_of(game, len(outcome.ranks))]
    return tuple(is_first / sum(first) for is_first in first)


def by_side(game: AnyGame, values: Sequence[float]) -> tuple[float, ...]:
    """The mean value of each side's seats."""
    return tuple(fmean(values[seat] for seat in side) for side in teams_of(game, len(values)))


def by_seat(game: AnyGame, values: Sequence[float], seats: int) -> tuple[float, ...]:
    """The value of its side for each seat."""
    of = {seat: value for side, value in zip(teams_of(game, seats), values, strict=True) for seat in side}
    return tuple(of[seat] for seat in range(seats))


def softmax(values: Sequence[float], spread: float) -> tuple[float, ...]:
    """Shares of 1, e times as large for every `spread` more."""
    top = max(values)
    weights = [exp((value - top) / spread) for value in values]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


def surprise(moments: Sequence[Moment], curve: Curve) -> float:
    """The mean log loss of the curve, given how the games ended. Lower is better."""
    return fmean(log_loss(moment.shares, curve.shares(moment.values, moment.progress)) for moment in moments)


def log_loss(shares: Sequence[float], chances: Sequence[float]) -> float:
    """The log loss of a forecast of these chances, given the actual shares of the win."""
    return -sum(share * log(max(chance, LEAST)) for share, chance in zip(shares, chances, strict=True))


def fitted(moments: Sequence[Moment], length: int) -> Curve:
    """The curve for games of this length with the lowest log loss, found by moving its numbers in ever smaller steps.

    It never widens: less is open at the end.
    """
    best = Curve(early=10.0, late=10.0, length=length)
    least = surprise(moments, best)
    factor = 2.0
    while factor > 1.01:
        tried = [
            Curve(best.early * early, best.late * late, length)
            for early in (1 / factor, 1.0, factor)
            for late in (1 / factor, 1.0, factor)
            if best.late * late <= best.early * early
        ]
        found = min(tried, key=lambda curve: surprise(moments, curve))
        if surprise(moments, found) < least:
            best, least = found, surprise(moments, found)
        else:
            factor **= 0.5
    return best


def trusting(endings: Sequence[Ending], curve: Curve) -> Curve:
    """The curve with the trust that has the lowest log loss on these endings, in steps of a hundredth."""
    tried = [replace(curve, trust=hundredths / 100) for hundredths in range(100, 49, -1)]

    def surprised(one: Curve) -> float:
        return sum(log_loss(ending.shares, ending.seen.shares(one, ending.progress)) for ending in endings)

    return min(tried, key=surprised)

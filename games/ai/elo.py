"""Elo numbers of levels with error bars, calculated from who finished before whom.

Bradley and Terry's model, by Newton's method; a draw is half a win for each. The error bars are bootstrapped over
deals, because the mirrored games of one deal are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log
from random import Random

from games.ai.arena import Played

RESAMPLES = 200
"""How often the deals are drawn again, with replacement, to see how far the numbers spread."""

ENOUGH = 1e-9
"""Stop when a step changes no strength by more than this."""
LONGEST_STEP = 1.0
"""The longest step of Newton's method, which overshoots from far away."""
SPREAD = 400
"""This many points more means ten wins for every loss."""
_GAMES_DRAWN_BEFORE = 1.0
"""Prior: as if every pair that met had drawn once before. So a level that won all is not infinitely better."""

_Wins = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Elo:
    """The Elo number of a level, with a mean of 0 over all, and its 95 % interval."""

    elo: float
    low: float
    high: float


def ratings(levels: Sequence[str], played: Sequence[Played]) -> dict[str, Elo]:
    """The Elo of each level that played; deterministic for the same games."""
    by_deal: defaultdict[str, list[Played]] = defaultdict(list)
    for one in played:
        by_deal[one.pairing.deal_seed].append(one)
    deals, rng = list(by_deal.values()), Random(0)
    met = _wins(played)
    seen = [level for level in levels if any(level in pair for pair in met)]
    if not seen:
        return {}
    middle = _fit(seen, met)
    found: dict[str, list[float]] = {level: [] for level in seen}
    for _ in range(RESAMPLES):
        drawn = [one for deal in rng.choices(deals, k=len(deals)) for one in deal]
        for level, elo in _fit(seen, dict.fromkeys(met, 0.0) | dict(_wins(drawn))).items():
            found[level].append(elo)
    edge = RESAMPLES // 40
    return {level: Elo(middle[level], sorted(found[level])[edge], sorted(found[level])[-edge - 1]) for level in seen}


def _wins(played: Sequence[Played]) -> _Wins:
    """How often the first of each pair finished before the second, draws counted half, by pairs of seats."""
    wins: defaultdict[tuple[str, str], float] = defaultdict(float)
    for one in played:
        for (level, rank), (other, its) in combinations(zip(one.pairing.levels, one.outcome.ranks, strict=True), 2):
            if level != other:
                wins[level, other] += (rank < its) + (rank == its) / 2
                wins[other, level] += (rank > its) + (rank == its) / 2
    return wins


def _fit(levels: Sequence[str], met: _Wins) -> dict[str, float]:
    """The Elo numbers that make these wins most likely. All levels have met, at least through others."""
    wins = {pair: number + _GAMES_DRAWN_BEFORE / 2 for pair, number in met.items()}
    strengths, change = [0.0] * len(levels), [LONGEST_STEP]
    while max(map(abs, change)) > ENOUGH:
        change = _solved(*_slopes(levels, wins, strengths))
        shorter = min(1.0, LONGEST_STEP / (max(map(abs, change)) or 1.0))
        strengths = [strength + shorter * step for strength, step in zip(strengths, change, strict=True)]
    mean = sum(strengths) / len(levels)
    return {level: (strength - mean) * SPREAD / log(10) for level, strength in zip(levels, strengths, strict=True)}


def _slopes(levels: Sequence[str], wins: _Wins, strengths: Sequence[float]) -> tuple[list[list[float]], list[float]]:
    """The gradient of the log-likelihood of `wins`, preceded by the negative matrix of its second derivatives.

    Raising all strengths alike changes nothing, so 1 is added to each number of the matrix to make it solvable.
    """
    falls = [[1.0] * len(levels) for _ in levels]
    rises = [0.0] * len(levels)
    for (one, other), won in wins.items():
        here, there = levels.index(one), levels.index(other)
        games = won + wins[other, one]
        likely = 1 / (1 + exp(strengths[there] - strengths[here]))
        rises[here] += won - games * likely
        falls[here][here] += games * likely * (1 - likely)
        falls[here][there] -= games * likely * (1 - likely)
    return falls, rises


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve matrix x = right by Gauss-Jordan elimination; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, row in enumerate(rows):
        row[:] = [value / row[place] for value in row]
        for other in rows:
            if other is not row:
                factor = other[place]
                other[:] = [value - factor * by for value, by in zip(other, row, strict=True)]
    return [row[-1] for row in rows]

"""How far levels are apart, as Elo numbers with error bars, from who finished before whom.

Bradley and Terry's model, by Hunter's iteration (2004); a draw is half a win for each. The error bars are bootstrapped
over deals, because the mirrored games of one deal are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10
from random import Random

from games.ai.arena import Played

RESAMPLES = 200
ROUNDS = 100
SPREAD = 400
"""So many points more are ten wins for one loss."""
_GAMES_DRAWN_BEFORE = 1.0
"""As if every pair that met had drawn once before: whoever has won all games is not infinitely better."""

_Wins = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Elo:
    """Where a level stands, the mean of all at 0, and between which numbers 95 of 100 repetitions would find it."""

    elo: float
    low: float
    high: float


def ratings(levels: Sequence[str], played: Sequence[Played]) -> dict[str, Elo]:
    """The number of each level that played; the same games give the same numbers."""
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
    """How often the first of each pair finished before the second, draws halved, by pairs of seats."""
    wins: defaultdict[tuple[str, str], float] = defaultdict(float)
    for one in played:
        for (level, rank), (other, its) in combinations(zip(one.pairing.levels, one.outcome.ranks, strict=True), 2):
            if level != other:
                wins[level, other] += (rank < its) + (rank == its) / 2
                wins[other, level] += (rank > its) + (rank == its) / 2
    return wins


def _fit(levels: Sequence[str], met: _Wins) -> dict[str, float]:
    """The Elo numbers that make these wins most likely."""
    wins = {pair: number + _GAMES_DRAWN_BEFORE / 2 for pair, number in met.items()}
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(ROUNDS):
        for level in levels:
            won = sum(number for (winner, _loser), number in wins.items() if winner == level)
            against = sum(
                (number + wins[other, level]) / (strength[level] + strength[other])
                for (winner, other), number in wins.items()
                if winner == level
            )
            strength[level] = won / against
    points = {level: SPREAD * log10(value) for level, value in strength.items()}
    mean = sum(points.values()) / len(points)
    return {level: value - mean for level, value in points.items()}

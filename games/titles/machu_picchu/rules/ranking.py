"""Which card moves which priest, as probabilities: four cards on the stairs, some unknown, are ranked by their numbers.

A handing says, for the stairs N E S W, which priest the card there moves, counted from 0: there are 24.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import factorial, prod
from typing import NamedTuple

from .data import LARGEST

HANDINGS = tuple(permutations(range(LARGEST)))


class Merge(NamedTuple):
    """One way in which known cards lie between unknown ones when all are sorted."""

    between: tuple[int, ...]
    """How many unknown cards lie below the first known one, between it and the second one, and so on."""
    ways: int
    """The number of orders of the unknown cards that do so."""
    handings: tuple[int, ...]
    """The handings that may result, all equally likely, as indexes of HANDINGS."""


@cache
def merges(known: tuple[int, ...]) -> tuple[Merge, ...]:
    """All merges for cards on the stairs `known`, ascending by their numbers."""
    unknown = [stair for stair in range(LARGEST) if stair not in known]
    return tuple(_merge(known, unknown, ranks) for ranks in combinations(range(LARGEST), len(known)))


def _merge(known: tuple[int, ...], unknown: Sequence[int], ranks: tuple[int, ...]) -> Merge:
    """The merge in which the known cards have these ranks."""
    bounds = (-1, *ranks, LARGEST)
    between = tuple(upper - lower - 1 for lower, upper in zip(bounds, bounds[1:], strict=False))
    others = [rank for rank in range(LARGEST) if rank not in ranks]
    handings = []
    for order in permutations(unknown):
        of = dict(zip((*known, *order), (*ranks, *others), strict=True))
        handings.append(HANDINGS.index(tuple(of[stair] for stair in range(LARGEST))))
    return Merge(between, factorial(len(unknown)) // prod(map(factorial, between)), tuple(handings))


def likelihood(merge: Merge, lower: Sequence[float]) -> float:
    """The probability of a merge, when each unknown card is lower than the known ones with the chances `lower`."""
    bounds = (0.0, *lower, 1.0)
    chances = (upper - less for less, upper in zip(bounds, bounds[1:], strict=False))
    return merge.ways * prod(chance**count for chance, count in zip(chances, merge.between, strict=True) if count)

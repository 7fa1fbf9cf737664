"""The probabilities that each card moves each priest: four cards on the stairs, some unknown, are ranked by number.

A handing assigns a priest, counted from 0, to the card on each of the stairs N E S W. There are 24 handings.
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
    """One way to interleave the known and the unknown cards when all are sorted."""

    between: tuple[int, ...]
    """The number of unknown cards below the first known one, between it and the second one, and so on."""
    ways: int
    """The number of ways to distribute the unknown cards like that."""
    handings: tuple[int, ...]
    """The handings that may result, all equally likely, as indexes into HANDINGS."""


@cache
def merges(known: tuple[int, ...]) -> tuple[Merge, ...]:
    """All merges for known cards on the stairs `known`, which are listed from the lowest card to the highest."""
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
    """The probability of a merge; `lower` has, for each known card, the chance that an unknown card is lower."""
    bounds = (0.0, *lower, 1.0)
    chances = (upper - less for less, upper in zip(bounds, bounds[1:], strict=False))
    return merge.ways * prod(chance**count for chance, count in zip(chances, merge.between, strict=True) if count)

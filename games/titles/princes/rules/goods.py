"""Goods: corn, llamas, coca, pottery and cloth, and counts of them (PRI 1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import ge

Counts = tuple[int, ...]
"""One number for each item of a list: five goods, four market columns, three kinds of priests …"""

CORN = "corn"
LLAMA = "llama"
COCA = "coca"
POTTERY = "pottery"
CLOTH = "cloth"
GOODS = (CORN, LLAMA, COCA, POTTERY, CLOTH)
"""All goods, in the order used in every list."""
WARES = GOODS[1:]
"""The goods that the market trades for corn."""

GOOD_INDEX = {good: index for index, good in enumerate(GOODS)}
WARE_INDEX = {good: index for index, good in enumerate(WARES)}
CORN_INDEX = GOOD_INDEX[CORN]
LLAMA_INDEX = GOOD_INDEX[LLAMA]
NOTHING: Counts = (0, 0, 0, 0, 0)


def amounts(goods: Mapping[str, int]) -> Counts:
    """The five counts for amounts given by name."""
    return tuple(goods.get(good, 0) for good in GOODS)


def shifted(counts: Counts, index: int, by: int) -> Counts:
    """The counts with `by` added to the one at `index`."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def added(counts: Counts, more: Counts) -> Counts:
    """The sum of `counts` and `more`, item by item."""
    return tuple([count + gain for count, gain in zip(counts, more, strict=True)])


def paid(counts: Counts, cost: Counts) -> Counts:
    """The counts minus `cost`, item by item."""
    return tuple([count - loss for count, loss in zip(counts, cost, strict=True)])


def covers(counts: Counts, cost: Counts) -> bool:
    """Whether the counts are enough to pay `cost`."""
    return all(map(ge, counts, cost))


@cache
def subsets(number: int) -> tuple[tuple[int, ...], ...]:
    """All subsets of this many things, by index, ordered as binary numbers with the first thing as the lowest bit."""
    places = range(number)
    return tuple(tuple(place for place in places if bits >> place & 1) for bits in range(1 << number))

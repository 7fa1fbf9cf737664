"""Which swaps are legal, and what they do to the towers (MAY 3)."""

from __future__ import annotations

from functools import cache, lru_cache

from .board import CUTS, NEIGHBOURS, PAIRS
from .data import LEVELS
from .pieces import Towers, is_connected
from .state import Swap

SWAPS = {(first, second): {level: Swap(first, second, level) for level in CUTS} for first, second in PAIRS}
"""Every swap by its towers and its level."""
_NO_LEVEL = 0
_EVERY_LEVEL = sum(1 << level for level in CUTS)


@cache
def levels_to_cut(tower: str) -> tuple[int, ...]:
    """The levels at which a cut separates nothing connected."""
    return tuple(level for level in CUTS if level <= len(tower) and not is_connected(tower, level))


@cache
def _free_levels(tower: str) -> int:
    """The same as bits."""
    return sum(1 << level for level in levels_to_cut(tower))


_BY_LEVELS = [
    [tuple(of_pair[level] for level in CUTS if levels >> level & 1) for levels in range(_EVERY_LEVEL + 1)]
    for of_pair in SWAPS.values()
]
"""For each pair the swaps at a set of levels."""


@lru_cache(maxsize=1 << 14)
def swaps(towers: Towers, monolith: tuple[int, int] | None, raven: int | None) -> tuple[Swap, ...]:
    """Every legal swap, by towers and level: none beside the monolith, at the raven, or through what is connected."""
    free = [_free_levels(tower) for tower in towers]
    for number in monolith or ():
        free[number - 1] = _NO_LEVEL
    below = _EVERY_LEVEL if raven is None else _EVERY_LEVEL & ~(1 << raven)
    legal: tuple[Swap, ...] = ()
    for (first, second), by_levels in zip(PAIRS, _BY_LEVELS, strict=True):
        levels = free[first - 1] & free[second - 1] & below
        if levels:
            legal += by_levels[levels]
    return legal


def swapped(towers: Towers, swap: Swap) -> Towers:
    """The towers after everything from the level up has changed places."""
    first, second, cut = swap.first - 1, swap.second - 1, swap.level - 1
    one, other = towers[first], towers[second]
    now = list(towers)
    now[first] = one[:cut] + other[cut:]
    now[second] = other[:cut] + one[cut:]
    return tuple(now)


def newly_connected(towers: Towers, swap: Swap) -> tuple[int, ...]:
    """The towers in which a swap that led to `towers` made a connection: at the cut, or nowhere."""
    return tuple([tower for tower in (swap.first, swap.second) if is_connected(towers[tower - 1], swap.level)])


def finishing(towers: Towers, number: int) -> list[Swap]:
    """The swaps, legal or not, that would finish a tower that is not: a neighbour has all that is missing on top."""
    tower = towers[number - 1]
    color = tower[0]
    missing = len(tower.lstrip(color))
    level = LEVELS - missing + 1
    return [
        SWAPS[min(number, other), max(number, other)][level]
        for other in NEIGHBOURS[number]
        if towers[other - 1].endswith(color * missing)
    ]

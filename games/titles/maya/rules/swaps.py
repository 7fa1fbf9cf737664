"""The legal swaps, and their effects on the towers (MAY 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .board import CUTS, NEIGHBOURS, PAIRS, TOWERS
from .data import LEVELS, LOWEST_LEVEL
from .pieces import Towers, is_connected
from .state import Swap

SWAPS = {(first, second): {level: Swap(first, second, level) for level in CUTS} for first, second in PAIRS}
"""Every swap, by its towers and then its level."""
_EVERY = tuple(swap for of_pair in SWAPS.values() for swap in of_pair.values())
"""All swaps, by towers and level. A set of swaps is a bit mask with the first one as the lowest bit."""
_PART = 8
_MASK = (1 << _PART) - 1


@cache
def levels_to_cut(tower: str) -> tuple[int, ...]:
    """The levels at which a cut separates no connected pieces."""
    return tuple(level for level in CUTS if level <= len(tower) and not is_connected(tower, level))


def _set_of(swaps: Iterable[Swap]) -> int:
    return sum(1 << _EVERY.index(swap) for swap in swaps)


class _Bonds(dict[str, int]):
    """The connections of a tower, by its text: a bit for each level at which it may not be cut."""

    def __missing__(self, tower: str) -> int:
        bonds, below = 0, ""
        for bit, piece in zip(_BITS, tower, strict=False):
            if piece == below:
                bonds |= bit
            below = piece
        self[tower] = bonds
        return bonds


_BITS = (0, *(1 << place for place in range(len(CUTS))))
"""The bit of each level of a tower, from its base; the base has none because it is never cut."""
_BONDS = _Bonds()
_LEFT_BY = tuple(
    tuple(
        _set_of(
            swap
            for swap in _EVERY
            if number not in (swap.first, swap.second) or not bonds & _BITS[swap.level - LOWEST_LEVEL + 1]
        )
        for bonds in range(1 << len(CUTS))
    )
    for number in TOWERS
)
"""The set of swaps that a tower does not prevent, by tower and by its connections."""


@cache
def _not_forbidden(monolith: tuple[int, int] | None, raven: int | None) -> int:
    """The set of swaps that neither touch a tower beside the monolith nor cut at the raven's level."""
    beside = monolith or ()
    return _set_of(
        swap for swap in _EVERY if swap.first not in beside and swap.second not in beside and swap.level != raven
    )


def _listed(first: int) -> tuple[tuple[Swap, ...], ...]:
    """The swaps of every subset of the chunk that starts at `first`, by bit mask."""
    part = _EVERY[first : first + _PART]
    return tuple(tuple([swap for place, swap in enumerate(part) if bits >> place & 1]) for bits in range(1 << _PART))


_LISTED = tuple((first, _listed(first)) for first in range(0, len(_EVERY), _PART))
"""The swaps in chunks of `_PART`: the index at which each begins, and its subsets by bit mask."""


def swaps(towers: Towers, monolith: tuple[int, int] | None, raven: int | None) -> tuple[Swap, ...]:
    """Every legal swap, by towers and level: none beside the monolith, at the raven, or through a connection."""
    return swaps_between(bonds(towers), monolith, raven)


def bonds(towers: Towers) -> tuple[int, ...]:
    """The connections of each tower, as bits."""
    return tuple([_BONDS[tower] for tower in towers])


def bonds_after(bonds: tuple[int, ...], swap: Swap, connected: Sequence[int]) -> tuple[int, ...]:
    """The connections after a swap that made new ones in `connected`; those above the cut trade places."""
    now, first, second, bit = list(bonds), swap.first - 1, swap.second - 1, _BITS[swap.level - 1]
    one, other, below = now[first], now[second], bit - 1
    now[first] = one & below | other & ~below
    now[second] = other & below | one & ~below
    for tower in connected:
        now[tower - 1] |= bit
    return tuple(now)


def swaps_between(bonds: tuple[int, ...], monolith: tuple[int, int] | None, raven: int | None) -> tuple[Swap, ...]:
    """The legal swaps of towers with these connections."""
    legal = _not_forbidden(monolith, raven)
    for left_by, where in zip(_LEFT_BY, bonds, strict=True):
        legal &= left_by[where]
    found: tuple[Swap, ...] = ()
    for first, listed in _LISTED:
        found += listed[legal >> first & _MASK]
    return found


def swapped(towers: Towers, swap: Swap) -> Towers:
    """The towers after everything from the level of the swap upwards has traded places."""
    first, second, cut = swap.first - 1, swap.second - 1, swap.level - 1
    one, other = towers[first], towers[second]
    now = list(towers)
    now[first] = one[:cut] + other[cut:]
    now[second] = other[:cut] + one[cut:]
    return tuple(now)


def newly_connected(towers: Towers, swap: Swap) -> tuple[int, ...]:
    """The towers in which the swap that led to `towers` made a connection; it can do so only at the cut."""
    first, second, level = swap.first, swap.second, swap.level
    if is_connected(towers[first - 1], level):
        return (first, second) if is_connected(towers[second - 1], level) else (first,)
    return (second,) if is_connected(towers[second - 1], level) else ()


def finishing(towers: Towers, number: int) -> list[Swap]:
    """The swaps, legal or not, that would complete an incomplete tower with the top pieces of a neighbour."""
    tower = towers[number - 1]
    color = tower[0]
    neighbours = [other for other in NEIGHBOURS[number] if towers[other - 1][-1] == color]
    if not neighbours:
        return []
    missing = len(tower.lstrip(color))
    level = LEVELS - missing + 1
    return [
        SWAPS[min(number, other), max(number, other)][level]
        for other in neighbours
        if towers[other - 1].endswith(color * missing)
    ]

"""The pieces: colours, levels and connections. A tower is a string, its base first (MAY 1 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import groupby

from .data import COLOR_WORDS, LEVELS

COLORS = "roygtbpkn"
"""The colours' letters, in the order used in every list."""
WORDS = dict(zip(COLORS, COLOR_WORDS, strict=True))
"""The word for each colour, by its letter."""

PIECES = len(COLORS) * LEVELS

Towers = tuple[str, ...]
"""The towers 1 to 9, in order: tower 1 has index 0."""
Places = tuple[int, ...]
"""The towers of the pieces of a colour, level by level."""


def is_finished(tower: str) -> bool:
    """Whether all five levels have the same colour."""
    return tower == tower[0] * LEVELS


@lru_cache(maxsize=1 << 12)
def places(towers: Towers) -> Mapping[str, Places]:
    """For every colour, the towers of its pieces; all towers must be complete."""
    found = {color: [0] * LEVELS for color in COLORS}
    for number, tower in enumerate(towers, 1):
        for level, color in enumerate(tower):
            found[color][level] = number
    return {color: tuple(numbers) for color, numbers in found.items()}


@cache
def _runs(tower: str) -> tuple[tuple[str, int], ...]:
    return tuple((color, len(list(pieces))) for color, pieces in groupby(tower))


def groups(towers: Towers, color: str) -> tuple[int, ...]:
    """The sizes of the groups of connected pieces of a colour, wherever they are, the largest first (MAY 5)."""
    sizes = [size for tower in towers for letter, size in _runs(tower) if letter == color and size > 1]
    return tuple(sorted(sizes, reverse=True))


def groups_at(where: Places) -> tuple[int, ...]:
    """The sizes of the groups of a colour, from the lowest up, given the towers of its pieces."""
    sizes = [len(list(pieces)) for _tower, pieces in groupby(where)]
    return tuple([size for size in sizes if size > 1])


def is_connected(tower: str, level: int) -> bool:
    """Whether a level's piece has the same colour as the piece below it."""
    return tower[level - 1] == tower[level - 2]

"""The board: nine towers in three rows, and their neighbours (MAY 1)."""

from __future__ import annotations

from .data import LEVELS, LOWEST_LEVEL, ROW
from .pieces import COLORS

TOWERS = tuple(range(1, len(COLORS) + 1))
"""The numbers of the towers, row by row."""
CENTRE = len(COLORS) // 2 + 1
CUTS = tuple(range(LOWEST_LEVEL, LEVELS + 1))
"""The levels at which a tower may be cut; the raven is at one of them."""


def _neighbours(first: int, second: int) -> bool:
    rows = abs((first - 1) // ROW - (second - 1) // ROW)
    columns = abs((first - 1) % ROW - (second - 1) % ROW)
    return rows + columns == 1


PAIRS = tuple((first, second) for first in TOWERS for second in TOWERS if first < second and _neighbours(first, second))
"""The pairs of neighbours, the smaller number first, sorted."""
NEIGHBOURS = {tower: tuple(other for other in TOWERS if _neighbours(tower, other)) for tower in TOWERS}
"""For each tower, the towers that share a side with it."""

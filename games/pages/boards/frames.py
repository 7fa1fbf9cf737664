"""The frame of a chart over the steps of a game: its size, its plot area, and round numbers for its grid lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

DISTANCES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""The distances that grid lines may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A chart over the steps 0 to `last`, with the step that is shown now; each kind has its size and edges."""

    width: ClassVar[int]
    height: ClassVar[int]
    left: ClassVar[int]
    right: ClassVar[int]
    top: ClassVar[int]
    bottom: ClassVar[int]

    now: float
    last: int

    @property
    def across(self) -> int:
        """The width of the plot area."""
        return self.right - self.left

    @property
    def down(self) -> int:
        """The height of the plot area."""
        return self.bottom - self.top

    @classmethod
    def x(cls, step: int, last: int) -> float:
        """The x coordinate of a step."""
        return round(cls.left + (cls.right - cls.left) * step / max(1, last), 1)

    @classmethod
    def y(cls, share: float) -> float:
        """The y coordinate of a share of the height, measured from the top."""
        return round(cls.top + (cls.bottom - cls.top) * share, 1)


def distance(length: int, most: int) -> int:
    """The smallest round number that divides a length into at most `most` parts."""
    return next((each for each in DISTANCES if length / each <= most), DISTANCES[-1])

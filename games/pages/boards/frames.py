"""The frame of a picture over the steps of a game: its size, its field, and round numbers for the lines in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

DISTANCES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A picture over the steps 0 to `last`, with the step that is shown now; each kind has its size and edges."""

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
        """How wide the field is."""
        return self.right - self.left

    @property
    def down(self) -> int:
        """How high it is."""
        return self.bottom - self.top

    @classmethod
    def x(cls, step: int, last: int) -> float:
        """Where a step stands."""
        return round(cls.left + (cls.right - cls.left) * step / max(1, last), 1)

    @classmethod
    def y(cls, share: float) -> float:
        """Where a share of the height stands, from the top."""
        return round(cls.top + (cls.bottom - cls.top) * share, 1)


def distance(length: int, most: int) -> int:
    """The least round number that goes into a length at most so many times."""
    return next((each for each in DISTANCES if length / each <= most), DISTANCES[-1])

"""Coordinates on the drawn board, in units of its drawing (912 by 960)."""

from __future__ import annotations

from typing import NamedTuple

from games.titles.maya.rules.data import ROW


class Point(NamedTuple):
    """A place on the drawing; within a tower, measured from the middle of its base."""

    x: float
    y: float


_FIRST_TOWER = Point(164, 236)
_APART = Point(292, 296)

LETTERS = (49.5, 14, -21.5, -57, -92.5)
"""The baselines of the letters on the five levels."""
_JOINTS = (Point(74.1, 22), Point(60.8, -13.5), Point(47.6, -49), Point(34.3, -84.5))
LADDERS = (-108, -66, -24, 18)
"""The x coordinate of the left edge of each ladder place of a tower, from the left."""
_BESIDE = 46
_BEHIND = Point(84, 119)
_PERCHES = {2: -10, 3: -35, 4: -60, 5: -85}
MARKS = tuple((level, y - 5) for level, y in _PERCHES.items())
"""The levels written on the stela, each with the y coordinate of its number."""


def tower(number: int) -> Point:
    """The centre of a tower's base."""
    row, column = divmod(number - 1, ROW)
    return Point(_FIRST_TOWER.x + column * _APART.x, _FIRST_TOWER.y + row * _APART.y)


def clamps(level: int) -> tuple[Point, Point]:
    """The two clamps that hold a level to the one below it."""
    x, y = _JOINTS[level - 2]
    return Point(-x, y), Point(x, y)


def is_in_a_row(first: int, second: int) -> bool:
    """Whether two neighbouring towers stand side by side, rather than one behind the other."""
    return second - first == 1


def stela(first: int, second: int) -> Point:
    """The foot of the stela between two neighbouring towers."""
    back, front = tower(first), tower(second)
    if is_in_a_row(first, second):
        return Point((back.x + front.x) / 2, back.y + _BESIDE)
    return Point(back.x + _BEHIND.x, back.y + _BEHIND.y)


def perch(level: int) -> int:
    """The y coordinate of the raven's perch on the stela, for a level."""
    return _PERCHES[level]

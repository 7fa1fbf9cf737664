"""Coordinates on the drawn board, in units of its drawing (1000 by 1000)."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A place on the drawing."""

    x: int
    y: int

    def moved(self, x: int, y: int) -> Point:
        """The point, moved east by `x` and south by `y`."""
        return Point(self.x + x, self.y + y)


FIELD = 96
"""The side length of a field."""
_FIRST_FIELD = Point(308, 290)
_OUTWARD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

STAIRS = {"N": Point(500, 100), "E": Point(900, 482), "S": Point(500, 880), "W": Point(100, 482)}
"""The centre of the card on each stair."""
TURNS = {"N": 180, "E": -90, "S": 0, "W": 90}
"""The rotation that makes a card drawn pointing north point from its stair to the centre."""

_SUN_STONES = Point(130, 52)
_FIRE_STONES = Point(717, 52)
_STONES_IN_A_ROW = {True: 6, False: 4}
_BETWEEN_STONES = 51
_BETWEEN_ROWS = 66

HEIGHTS = {4: 1.0, 3: 0.84, 2: 0.7, 1: 0.57}
"""The sizes of the priests, relative to the largest."""


def centre(field: str) -> Point:
    """The centre of a field."""
    return _FIRST_FIELD.moved(FIELD * ("abcde".index(field[0])), FIELD * (int(field[1]) - 1))


def ahead(field: str, stair: str) -> Point:
    """The place next to `field` in the direction of a card on `stair`, inside the precinct or over the wall."""
    x, y = _OUTWARD[stair]
    return centre(field).moved(-FIELD * x, -FIELD * y)


def number_on(stair: str) -> Point:
    """The position of the number of a card on a stair: the middle of its bottom edge."""
    x, y = {"N": (0, 2), "E": (13, 16), "S": (0, 34), "W": (-13, 16)}[stair]
    return STAIRS[stair].moved(x, y)


def owner_of(stair: str) -> Point:
    """The position of the sign of a card's owner: a corner of the card, away from the precinct."""
    x, y = {"N": (-54, -63), "E": (63, -54), "S": (-54, 63), "W": (-63, -54)}[stair]
    return STAIRS[stair].moved(x, y)


def tip_of(stair: str) -> Point:
    """The position of the sign of a card's priest: in front of the tip of the card."""
    x, y = _OUTWARD[stair]
    return STAIRS[stair].moved(-72 * x, -72 * y)


def stone(place: int, *, is_sun: bool) -> Point:
    """The position of stone number `place` (from 0) of the supply."""
    first = _SUN_STONES if is_sun else _FIRE_STONES
    row, column = divmod(place, _STONES_IN_A_ROW[is_sun])
    return first.moved(_BETWEEN_STONES * column, _BETWEEN_ROWS * row)


def column_mark(letter: str) -> Point:
    """The position of the letter of a column, on the north wall."""
    return Point(centre(f"{letter}1").x, 235)


def row_mark(number: str) -> Point:
    """The position of the number of a row, on the west wall."""
    return Point(245, centre(f"a{number}").y + 7)

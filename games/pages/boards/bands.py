"""Shares of a whole over the steps of a game, as the bands of a chart whose geometry is calculated here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from games.pages.boards.frames import Frame, distance

NARROW = 0.09
"""A band with a smaller share at the first step has no room for its sign."""
SIGN = 15
"""The minimum distance between the signs of two turning points."""
MOST_LINES = 6
"""The maximum number of parts into which lines divide the steps."""


@dataclass(frozen=True, slots=True)
class Band:
    """The band of one side: `middle` is the position of its sign at the left, None if there is no room."""

    seat: int
    path: str
    middle: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """A grid line and its number."""

    at: float
    label: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A turning point: `number` from 1, its position, and a position with room for its sign."""

    number: int
    at: float
    sign: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(Frame):
    """Bands over the steps, with turning points above, numbers at the right, steps below."""

    width = 360
    height = 172
    left = 28
    right = 320
    top = 22
    bottom = 148

    bands: list[Band]
    shares: list[Line]
    steps: list[Line]
    flags: list[Flag]


def bands(
    seats: Sequence[int], shares: Sequence[tuple[int, Sequence[float]]], step: int, last: int, turning: Sequence[int]
) -> Picture:
    """The chart with bands for the sides that start with `seats`, from each side's share at some of the steps 0 to
    `last`.
    """
    x, y = partial(Picture.x, last=last), Picture.y
    places = [x(at) for at, _shares in shares]
    edges = [[y(0.0), *(y(min(1.0, share)) for share in accumulate(of_sides))] for _at, of_sides in shares]
    drawn = []
    for number, seat in enumerate(seats):
        upper = [f"{place:g} {edge[number]:g}" for place, edge in zip(places, edges, strict=True)]
        lower = [f"{place:g} {edge[number + 1]:g}" for place, edge in zip(places, edges, strict=True)]
        has_room = shares[0][1][number] >= NARROW
        middle = round((edges[0][number] + edges[0][number + 1]) / 2, 1) if has_room else None
        drawn.append(Band(seat, f"M{'L'.join([*upper, *reversed(lower)])}Z", middle))
    return Picture(
        bands=drawn,
        shares=[Line(y(percent / 100), 100 - percent) for percent in (0, 25, 50, 75, 100)],
        steps=[Line(x(at), at) for at in range(0, last + 1, distance(last, MOST_LINES))],
        flags=_flags([x(at) for at in turning]),
        now=x(step),
        last=last,
    )


def _flags(places: Sequence[float]) -> list[Flag]:
    """The turning points with their signs side by side, as near to their places as there is room."""
    signs: list[float] = []
    for place in places:
        signs.append(max(place, signs[-1] + SIGN) if signs else place)
    most: float = Picture.right
    for number in range(len(signs) - 1, -1, -1):
        signs[number] = min(signs[number], most)
        most = signs[number] - SIGN
    return [
        Flag(number, place, round(sign, 1)) for number, (place, sign) in enumerate(zip(places, signs, strict=True), 1)
    ]

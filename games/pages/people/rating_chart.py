"""The geometry of a rating chart: its line, its grid and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 110
LEFT, RIGHT, TOP, BOTTOM = 2, 44, 12, 12
"""Margins around the line; the numbers of the grid are at the right."""

STEPS = (25, 50, 100, 200, 500, 1000)
"""Distances between grid lines; the first that gives at most four lines is used."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid line at `rating`."""

    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve in a box of WIDTH x HEIGHT; `points` and `area` are for SVG polylines and polygons."""

    points: str
    area: str
    end: tuple[float, float]
    grid: tuple[Grid, ...]
    games: int
    first: int
    last: int
    least: int
    most: int


def curve(ratings: Sequence[int]) -> Curve:
    """The chart of at least two ratings, oldest first."""
    least, most = min(ratings), max(ratings)
    step = next((step for step in STEPS if (most - least) // step < 3), STEPS[-1])
    low, high = least // step * step, -(-most // step) * step
    high += step * (low == high)

    def y(rating: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (rating - low) / (high - low), 1)

    across = (WIDTH - LEFT - RIGHT) / (len(ratings) - 1)
    places = [(round(LEFT + number * across, 1), y(rating)) for number, rating in enumerate(ratings)]
    line = " ".join(f"{x},{y}" for x, y in places)
    return Curve(
        points=line,
        area=f"{places[0][0]},{HEIGHT} {line} {places[-1][0]},{HEIGHT}",
        end=places[-1],
        grid=tuple(Grid(y(rating), rating) for rating in range(low, high + 1, step)),
        games=len(ratings) - 1,
        first=ratings[0],
        last=ratings[-1],
        least=least,
        most=most,
    )

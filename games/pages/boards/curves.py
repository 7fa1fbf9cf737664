"""Numbers over the steps of a game, as the curves of a chart whose geometry is calculated here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise

from games.pages.boards.frames import Frame, distance

MARK = 19
"""The minimum distance between two marks at the ends of curves."""
MOST_LINES = 5
"""The maximum number of grid lines if the numbers begin or end on one; otherwise there is one more."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a curve: its name, the sign at its end, and its CSS class. `seat` is None if it is not a seat."""

    name: str
    sign: str
    css: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: `number` from 1 selects its dash pattern; `end` is where it ends, `mark` the position of its sign.

    `value` is its number at the step that is shown now, `final` the one that counts in the end.
    """

    subject: Subject
    number: int
    path: str
    end: float
    mark: float
    value: int
    final: int


@dataclass(frozen=True, slots=True)
class GridLine:
    """A grid line and its number; the line at 0 is drawn stronger."""

    at: float
    label: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a step and the value of every curve at it."""

    step: int
    values: tuple[int, ...]
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(Frame):
    """Curves over the steps: numbers left and below, at the right the marks at their ends with the final numbers.

    `is_counted_otherwise`: the final numbers differ from those at which the curves end.
    """

    width = 360
    height = 210
    left = 34
    right = 296
    top = 12
    bottom = 184

    title: str | Promise
    curves: list[Curve]
    is_counted_otherwise: bool
    grid: list[GridLine]
    steps: list[GridLine]
    rows: list[Row]
    step: int


def picture(
    title: str | Promise,
    subjects: Sequence[Subject],
    values: Sequence[Sequence[int]],
    step: int,
    *,
    final: Sequence[int],
    rows: int = 24,
) -> Picture:
    """The chart of `values[step][subject]`, with the `final` numbers that count, and a table of about `rows` rows."""
    last = len(values) - 1
    lines = _grid(min(map(min, values)), max(map(max, values)))
    x = partial(Picture.x, last=last)
    y = partial(_height, lowest=lines[0], highest=lines[-1])
    ends = [y(value) for value in values[-1]]
    marks = _apart(ends)
    paths = [_path([(x(at), y(value)) for at, value in enumerate(own)]) for own in zip(*values, strict=True)]
    return Picture(
        title=title,
        curves=[
            Curve(subject, place + 1, paths[place], ends[place], marks[place], values[step][place], final[place])
            for place, subject in enumerate(subjects)
        ],
        is_counted_otherwise=tuple(final) != tuple(values[-1]),
        grid=[GridLine(y(value), value) for value in lines],
        steps=[GridLine(x(at), at) for at in _grid(0, max(1, last)) if at <= last],
        rows=[Row(at, tuple(values[at]), at == step) for at in _steps_of_table(last, step, rows)],
        now=x(step),
        step=step,
        last=last,
    )


def _height(value: int, *, lowest: int, highest: int) -> float:
    """Where a value stands on a picture whose grid reaches from `lowest` to `highest`."""
    return Picture.y((highest - value) / (highest - lowest))


def _steps_of_table(last: int, step: int, rows: int) -> list[int]:
    """The steps of a table with about this many rows: evenly spread, with the last one, and the one shown now."""
    every = max(1, round(last / rows))
    return sorted({*range(0, last, every), step, last})


def _grid(least: int, most: int) -> list[int]:
    """Round numbers from at or below the minimum to at or above the maximum; at most `MOST_LINES` and one more."""
    least, most = min(least, 0), max(most, 1)
    width = distance(most - least, MOST_LINES - 1)
    return [width * line for line in range(least // width, -(-most // width) + 1)]


def _path(places: Sequence[tuple[float, float]]) -> str:
    """A step line: a value holds from its step until the next one."""
    (x, y), *others = places
    drawn, height = f"M{x:g} {y:g}", y
    for x, y in others:
        if y != height:
            drawn += f"H{x:g}V{y:g}"
            height = y
    return f"{drawn}H{x:g}"


def _apart(ends: Sequence[float]) -> list[float]:
    """The positions of the marks, as near to the ends as possible without hiding each other."""
    order = sorted(range(len(ends)), key=lambda number: ends[number])
    apart = min(MARK, (Picture.bottom + Picture.top) / max(1, len(ends)))
    places = list(ends)
    above = Picture.top / 2 - apart
    for number in order:
        above = places[number] = max(places[number], above + apart)
    below = Picture.height - Picture.top / 2 + apart
    for number in reversed(order):
        below = places[number] = min(places[number], below - apart)
    return [round(place, 1) for place in places]

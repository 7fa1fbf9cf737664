"""The chart of the score in a replay, and whose turn it was at every step."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise

from django.core.cache import cache

from common.besteffort import best_effort, dispensable
from games.engine.contract import on_turn
from games.pages.boards import presenter
from games.pages.boards.curves import Subject, picture
from games.pages.boards.names import seat_name
from games.pages.titles import PRESENTERS
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import Position

CACHED_FOR = 24 * 60 * 60
"""Seconds for which the numbers of a match that is over stay cached: few people look at them for longer."""

LETTER = 0.85
"""The width of a letter beside a mark, in per cent of the steps' picture."""


@dataclass(frozen=True, slots=True)
class ChartData:
    """Numbers for every step from 0: `values` for the curves; the seats whose turn it is (`turns`) and that decide
    (`movers`).

    `chapters` are the steps at which a day, a round or another part of the game begins, in games that have them.
    """

    values: list[tuple[int, ...]]
    turns: list[int | None]
    movers: list[int | None]
    chapters: list[int]


@dataclass(frozen=True, slots=True)
class Lane:
    """The steps at which one seat decided, as a path in its own row; x counts the steps."""

    place: int
    path: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a chapter begins, in per cent of all steps; without a label if the next one is too close."""

    at: float
    label: str


def score_chart_context(position: Position) -> dict[str, object]:
    """Context of `games/replay/replay.html` for all steps at once, as the viewer of `position` sees them.

    One who sees everything sees points; all others see the public numbers of every step.
    """
    chart = PRESENTERS[position.match.game].score_chart
    is_open = position.viewer == OMNISCIENT or not chart.hides(position.view)
    data = _chart_data(position, chart, is_open)
    seats = [
        Subject(seat_name(position, number), "", f"seat-{number + 1}", number) for number in range(len(position.seats))
    ]
    subjects = seats if is_open else chart.subjects(position.view) or seats
    points = tuple(seat.points for seat in position.seats if seat.points is not None)
    final = points if is_open and len(points) == len(seats) else data.values[-1]
    title = chart.POINTS if is_open else chart.PUBLIC
    oldest = next((entry.step for entry in position.entries if entry.step is not None), 1)
    return {
        "picture": picture(title, subjects, data.values, position.step, final=final),
        "earlier": oldest - 1,
        "lanes": _lanes(data.movers, len(position.seats)),
        "marks": _marks(position, data.chapters),
        **turns_around(data.turns, position.step, position.last_step),
    }


def open_chart_data(position: Position) -> ChartData:
    """The numbers of a match that is over, with all cards open."""
    return _chart_data(position, PRESENTERS[position.match.game].score_chart, is_open=True)


def turns_around(turns: list[int | None], now: int, last: int) -> dict[str, int]:
    """The part of the context about turns: the nearest steps before and after `now` at which the turn passes to another
    seat; without one, the first and the `last` step.
    """
    starts = [step for step in range(1, len(turns)) if turns[step] != turns[step - 1]]
    return {
        "turn_before": max((step for step in starts if step < now), default=0),
        "turn_after": min((step for step in starts if step > now), default=last),
    }


def _chart_data(position: Position, chart: presenter.ScoreChart, is_open: bool) -> ChartData:
    """The numbers, cached if the match is over; what is hidden in a running one is never stored anywhere."""
    match = position.match
    if not match.is_open_book:
        return _computed(position, chart, is_open)
    began = match.started_at.timestamp() if match.started_at else 0
    key = f"score-chart:{match.rules_version}:{match.code}:{began:.0f}:{match.ply}:{is_open}"
    known: ChartData | None = None
    with dispensable("the score chart of a match is calculated again"):
        known = cache.get(key)
    if known is None:
        known = _computed(position, chart, is_open)
        with best_effort("the score chart of a match"):
            cache.set(key, known, CACHED_FOR)
    return known


def _computed(position: Position, chart: presenter.ScoreChart, is_open: bool) -> ChartData:
    views = [position.view_at(step) for step in range(position.last_step + 1)]
    values = [chart.points(view) if is_open else chart.public(view) for view in views]
    names = [PRESENTERS[position.match.game].chapter(view) for view in views]
    chapters = [step for step, name in enumerate(names) if name and (not step or names[step - 1] != name)]
    return ChartData(
        values, [on_turn(view, view.to_move) for view in views], [view.to_move for view in views], chapters
    )


def _lanes(movers: list[int | None], seats: int) -> list[Lane]:
    paths = [""] * seats
    step = 0
    for seat, run in groupby(movers):
        length = len(list(run))
        if seat is not None:
            paths[seat] += f"M{step} {seat}h{length}v1h-{length}z"
        step += length
    return [Lane(seat + 1, path) for seat, path in enumerate(paths)]


def _marks(position: Position, chapters: list[int]) -> list[Mark]:
    last = max(1, position.last_step)
    marks = []
    for step, following in pairwise([*chapters, last]):
        label = PRESENTERS[position.match.game].chapter(position.view_at(step))
        has_room = 100 * (following - step) / last > LETTER * len(label)
        marks.append(Mark(round(100 * step / last, 2), label if has_room else ""))
    return marks

"""Games with the same deal side by side at the same step, once its day is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from daily import selectors
from daily.calendar import day_named
from daily.models import Deal
from daily.selectors import MOST_SIDES, Comparison, Line
from games import catalogue
from games.models import Match
from games.pages import params
from games.pages.boards import match_context
from games.pages.boards.curves import Subject, picture
from games.pages.boards.lines import Line as LogLine
from games.pages.boards.names import seat_name
from games.pages.boards.page import steps_of
from games.pages.htmx import HtmxRequest
from games.pages.replay.score_chart import ChartData, open_chart_data, turns_around
from games.pages.titles import PRESENTERS
from games.selectors.access import match_for, seats_of, visitor_of
from games.selectors.position.perspectives import OMNISCIENT
from games.selectors.position.positions import NoSuchStep, Position, position_of
from games.selectors.position.timelines import timeline_of

SIGNS = "ABC"
"""The sign next to each game's name."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone else at the table of a side."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    """One of the games at a step, or at its end; `arrived` is the last action.

    Its `board` is rendered with the prefix `apart` on every id, as the page has several.
    """

    sign: str
    css: str
    line: Line
    match: Match
    board: Any
    arrived: LogLine | None
    step: int
    is_over: bool
    points: int
    others: tuple[Player, ...]

    @property
    def name(self) -> str:
        """The name of the player whose game it is."""
        user = self.line.seat.user
        return "" if user is None else user.shown_name

    @property
    def apart(self) -> str:
        """The prefix of the ids of this side."""
        return f"{self.sign}-"


@require_safe
@never_cache
def side_by_side(request: HtmxRequest, game: str, day: str) -> HttpResponse:
    """The games that `?of=` names by match code, at one `?step=`; by default that of the first difference.

    404 while the day is not over.
    """
    catalogue.game_or_404(game)
    wanted_day = day_named(day)
    deal = None if wanted_day is None else selectors.deal_on(game, wanted_day)
    codes = [code for code in request.GET.getlist("of") if code]
    found = None if deal is None else selectors.compared(deal, params.reader(request), codes)
    if deal is None or found is None:
        raise Http404
    try:
        matches = [match_for(visitor_of(request), line.seat.match.code) for line in found.chosen]
        context = _context(deal, found, matches, request.GET.get("step", ""))
    except (Match.DoesNotExist, NoSuchStep):
        raise Http404 from None
    context |= {"entry": catalogue.entry(game), "day": wanted_day}
    return render(request, "daily/sides.html" if request.htmx else "daily/side_by_side.html", context)


def parting(games: Sequence[Sequence[str]]) -> int | None:
    """The first step, from 1, at which those of these games that reach it differ; None if there is none."""
    for step, choices in enumerate(zip_longest(*games), 1):
        if len({choice for choice in choices if choice is not None}) > 1:
            return step
    return None


def _context(deal: Deal, found: Comparison, matches: Sequence[Match], asked: str) -> dict[str, Any]:
    """The template context of the page. Raises NoSuchStep."""
    ends = [_at(match, None) for match in matches]
    parted = parting([_choices(end) for end in ends])
    last = max(end.last_step for end in ends)
    now = min(params.step(asked), last) if asked else parted or 0
    seen = [_at(match, now) for match in matches]
    charts = [open_chart_data(each) for each in seen]
    shown = [match_context(each) for each in seen]
    sides = [
        _side(number, line, each, chart, context, now)
        for number, (line, each, chart, context) in enumerate(zip(found.chosen, seen, charts, shown, strict=True))
    ]
    codes = [line.seat.match.code for line in found.chosen]
    longest = max((chart.turns for chart in charts), key=len)
    return shown[0] | {
        "sides": sides,
        "parted": parted,
        "everybody": found.everybody,
        "asked_for": [*codes, *[""] * (min(MOST_SIDES, len(found.everybody)) - len(codes))],
        "picture": _picture(deal, sides, charts, now, last),
        "steps": steps_of(now, last),
        **turns_around(longest, now, last),
        "replay_url": reverse("daily_side_by_side", args=[deal.game, deal.day.isoformat()]),
        "kept_fields": [("of", code) for code in codes],
        "kept_query": urlencode([("of", code) for code in codes]),
    }


def _side(number: int, line: Line, seen: Position, chart: ChartData, context: dict[str, Any], now: int) -> Side:
    """Side `number` of the page at the step `now`; `context` is that of the page of its match."""
    points = [_points(seen, chart, seat.number) for seat in seen.seats]
    own = line.seat.number
    return Side(
        sign=SIGNS[number],
        css=f"seat-{number + 1}",
        line=line,
        match=seen.match,
        board=context["board"],
        arrived=next((entry for entry in context["log"] if entry.step is not None), None),
        step=seen.step,
        is_over=now > seen.last_step,
        points=points[own],
        others=tuple(
            Player(seat_name(seen, seat.number), points[seat.number]) for seat in seen.seats if seat.number != own
        ),
    )


def _at(match: Match, step: int | None) -> Position:
    """A finished match with all cards open at a step, or at its end if that comes earlier."""
    timeline = timeline_of(match)
    last = len(timeline.played)
    at = last if step is None else min(step, last)
    return position_of(match, seats_of(match), timeline, None, step=at, viewer=OMNISCIENT, limit=1)


def _choices(end: Position) -> list[str]:
    """All actions of a match, in notation."""
    assert end.perspective is not None
    return [end.perspective.text(step, end.last_step) for step in range(1, end.last_step + 1)]


def _points(seen: Position, chart: ChartData, seat: int) -> int:
    """The points of a seat at the step; at the end its final points."""
    counted = seen.seats[seat].points
    return chart.values[seen.step][seat] if counted is None or seen.is_replay else counted


def _picture(deal: Deal, sides: Sequence[Side], charts: Sequence[ChartData], now: int, last: int) -> Any:
    """The points of the compared players at each step; once a game is over its player keeps theirs."""
    values = [
        tuple(chart.values[min(step, len(chart.values) - 1)][deal.seat] for chart in charts) for step in range(last + 1)
    ]
    final = [
        value if side.line.seat.points is None else side.line.seat.points
        for value, side in zip(values[-1], sides, strict=True)
    ]
    subjects = [Subject(side.name, side.sign, side.css) for side in sides]
    return picture(PRESENTERS[deal.game].score_chart.POINTS, subjects, values, now, final=final)

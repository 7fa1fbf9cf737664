"""The deal of one game on one day: the table, for readers who can no longer play it, and earlier days."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from daily import selectors
from daily.calendar import day_named, end_of, today
from daily.pages.histogram import histogram
from daily.pages.mark import games_played, leave_mark
from daily.pages.progress import progress_of
from daily.services.drawing import LEVEL
from games import catalogue
from games.pages import params


@require_safe
@never_cache
def today_of(request: HttpRequest, game: str) -> HttpResponse:
    """Today's deal of a game."""
    return _deal(request, game, today())


@require_safe
@never_cache
def of_day(request: HttpRequest, game: str, day: str) -> HttpResponse:
    """The deal of a game on a day; 404 for future days."""
    wanted = day_named(day)
    if wanted is None:
        raise Http404
    return _deal(request, game, wanted)


def _deal(request: HttpRequest, game: str, day: date) -> HttpResponse:
    catalogue.game_or_404(game)
    user = params.reader(request)
    deal = selectors.deal_on(game, day)
    own = None if deal is None else selectors.tries_of(user, [deal]).get(deal.pk)
    is_today = day == today()
    earlier, later = selectors.neighbours(game, day)
    context = {
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "day": day,
        "is_today": is_today,
        "ends_at": end_of(day),
        "earlier": earlier,
        "later": later,
        "level": LEVEL if deal is None else deal.level,
        "progress": progress_of(deal, own, is_used=is_today and game in games_played(request)),
        "streak": selectors.streak_of(user, game),
    }
    if deal is not None and selectors.is_done(own, deal):
        table = selectors.table_of(deal, user)
        points = None if table.own is None else table.own.seat.points
        context |= {"table": table, "bars": histogram(table.standing.points, points)}
        context["has_sides"] = deal.is_over and table.standing.people >= selectors.FEWEST_SIDES
    response = render(request, "daily/deal.html", context)
    if own is not None and is_today:
        leave_mark(request, response, [game])
    return response

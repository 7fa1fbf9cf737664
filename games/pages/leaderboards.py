"""Leaderboards, and the page that explains the ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import skill
from games.engine import GAMES
from games.models import Rating
from games.models.rating import ALL_SEATS, ALL_TIME
from games.pages import asked, catalogue
from games.selectors import leaderboards as selectors
from games.selectors.leaderboards import Line, Pool
from games.selectors.lists import BadCursor
from games.services.ratings import REPEATS

HIDE, ME = "hide", "me"
"""Values of `?computers=` and `?around=`."""

QUARTERS: dict[str, str | Promise] = {
    "1": gettext_lazy("January to March %(year)s"),
    "2": gettext_lazy("April to June %(year)s"),
    "3": gettext_lazy("July to September %(year)s"),
    "4": gettext_lazy("October to December %(year)s"),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a bar of 100 units: how many games ended in this place (4: fourth or fifth)."""

    place: int
    x: float
    width: float
    count: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a leaderboard with its bar of places."""

    line: Line
    bars: list[Bar]
    is_reader: bool


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    """On to the leaderboard of the first game of the house."""
    return redirect("leaderboard", catalogue.entries()[0].key)


@require_safe
@never_cache
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """The leaderboard of one game: `?season=`, `?seats=`, `?computers=hide`; `?around=me`, `?after=` or `?before=`."""
    if game not in GAMES:
        raise Http404
    seasons = selectors.seasons(game, timezone.now())
    pool = _pool(request, game, seasons)
    user = asked.reader(request)
    board = None
    if user is not None and request.GET.get("around") == ME:
        board = selectors.around(pool, user)
    if board is None:
        board = _stretch(request, pool)
    own = selectors.line_of(pool, user) if user is not None else None
    context = {
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "pool": pool,
        "season": season_name(pool.season) if pool.season else "",
        "seasons": [(season, season_name(season)) for season in seasons],
        "board": board,
        "lines": [shown(line, is_reader=user is not None and line.rating.user_id == user.pk) for line in board.lines],
        "own": own,
        "computers": selectors.computer_lines(pool),
        "least": GAMES[game].SEATS[0],
        "most": GAMES[game].SEATS[-1],
    }
    return render(request, "games/leaderboard.html", context)


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """How the ratings work, with the numbers that they are reckoned with."""
    new = skill.Skill()
    context = {
        "start": skill.START,
        "points": skill.POINTS,
        "mu": f"{new.mu:g}",
        "margin": new.margin,
        "fewest": skill.FEWEST_GAMES,
        "widest": skill.WIDEST_MARGIN,
        "repeats": REPEATS,
    }
    return render(request, "games/ratings.html", context)


def shown(line: Line, *, is_reader: bool) -> Shown:
    """A line with what its row draws."""
    return Shown(line=line, bars=bars(places_of(line.rating)), is_reader=is_reader)


def places_of(rating: Rating) -> tuple[int, ...]:
    """How many rated games ended in the first, second, third, and a later place."""
    return rating.firsts, rating.seconds, rating.thirds, rating.later


def bars(places: tuple[int, ...]) -> list[Bar]:
    """The bar of results: its parts side by side, places never taken left out, the fourth and later ones as one."""
    total = sum(places)
    counts = [*places[:3], sum(places[3:])]
    found, x = [], 0.0
    for place, count in enumerate(counts, 1):
        if count:
            width = round(100 * count / total, 2)
            found.append(Bar(place=place, x=round(x, 2), width=width, count=count))
            x += width
    return found


def season_name(season: str) -> str:
    """The name of a season: October to December 2026."""
    year, quarter = season.split("-")
    return str(QUARTERS[quarter]) % {"year": year}


def _pool(request: HttpRequest, game: str, seasons: list[str]) -> Pool:
    season, seats = request.GET.get("season", ALL_TIME), request.GET.get("seats", "")
    if season and season not in seasons:
        raise Http404(_("There is no such season."))
    if seats and seats not in map(str, GAMES[game].SEATS):
        raise Http404(_("This game is not played with so many seats."))
    return Pool(
        game=game,
        season=season,
        seats=int(seats) if seats else ALL_SEATS,
        computers=request.GET.get("computers") != HIDE,
    )


def _stretch(request: HttpRequest, pool: Pool) -> selectors.Board:
    try:
        return selectors.leaderboard(pool, after=request.GET.get("after", ""), before=request.GET.get("before", ""))
    except BadCursor:
        raise Http404 from None

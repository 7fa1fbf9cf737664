"""Leaderboards, and the page that explains the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import catalogue, skill
from games.engine import GAMES
from games.models import Rating
from games.models.rating import ALL_SEATS, ALL_TIME
from games.pages import params
from games.selectors.ratings import leaderboards as selectors
from games.selectors.ratings.leaderboards import Board, Line, Pool
from games.selectors.records.lists import BadCursor
from games.services.ratings.finished import EARLY, REPEATS

SPARK = (80, 22)
"""Width and height of a sparkline, in the units of its SVG."""

LEAST_REACH = 40
"""The minimum range of ratings that the height of a sparkline covers."""

HIDE, ME = "hide", "me"
"""Values of `?computers=` and `?around=`."""

QUARTERS: dict[str, str | Promise] = {
    "1": gettext_lazy("January to March %(year)s"),
    "2": gettext_lazy("April to June %(year)s"),
    "3": gettext_lazy("July to September %(year)s"),
    "4": gettext_lazy("October to December %(year)s"),
}
"""The names of seasons, by quarter."""

_PLACES: dict[int, str | Promise] = {
    1: gettext_lazy("first: %(count)s"),
    2: gettext_lazy("second: %(count)s"),
    3: gettext_lazy("third: %(count)s"),
    4: gettext_lazy("lower: %(count)s"),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A segment of a bar of 100 units: how many games ended in this place (4: fourth or fifth)."""

    place: int
    x: float
    width: float
    count: int

    @property
    def label(self) -> str:
        """Place and number in words."""
        return str(_PLACES[self.place]) % {"count": localize(self.count)}


@dataclass(frozen=True, slots=True)
class Sure:
    """The confidence range of a rating, on the scale of all lines shown, from 0 to 100: the likely part, and its
    middle.
    """

    x: float
    width: float
    middle: float


@dataclass(frozen=True, slots=True)
class Sparkline:
    """The latest rated games as a line in a box of size SPARK, and their total change."""

    points: str
    games: int
    change: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a leaderboard with its bar of places, its confidence range, and its sparkline."""

    line: Line
    bars: list[Bar]
    sure: Sure
    sparkline: Sparkline | None
    is_reader: bool


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    """Redirect to the leaderboard of the site's first game."""
    return redirect("leaderboard", catalogue.entries()[0].key)


@require_safe
@never_cache
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Show a leaderboard: `?season=`, `?seats=`, `?computers=hide`; `?around=me`, `?after=` or `?before=`."""
    rules = catalogue.game_or_404(game)
    seasons = selectors.seasons(game, timezone.now())
    pool = _pool(request, game, seasons)
    user = params.reader(request)
    board = None
    if user is not None and request.GET.get("around") == ME:
        board = selectors.around(pool, user)
    if board is None:
        board = board_of(request, pool)
    own = selectors.line_of(pool, user) if user is not None else None
    context = {
        "entry": catalogue.entry(game),
        "games": catalogue.entries(),
        "pool": pool,
        "season": season_name(pool.season) if pool.season else "",
        "seasons": [(season, season_name(season)) for season in seasons],
        "board": board,
        "lines": shown(board.lines, reader=user),
        "own": own,
        "computers": selectors.computer_lines(pool),
        "least": rules.SEATS[0],
        "most": rules.SEATS[-1],
    }
    return render(request, "games/people/leaderboard.html", context)


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """Explain how the ratings work, with the numbers used to calculate them."""
    new = skill.Skill()
    context = {
        "start": skill.START,
        "points": skill.POINTS,
        "mu": f"{new.mu:g}",
        "margin": new.margin,
        "fewest": skill.FEWEST_GAMES,
        "widest": skill.WIDEST_MARGIN,
        "repeats": REPEATS,
        "early": EARLY,
    }
    return render(request, "games/people/ratings.html", context)


def board_of(request: HttpRequest, pool: Pool) -> Board:
    """The part of a leaderboard that is asked for: `?after=` or `?before=` a line, or its start."""
    try:
        return selectors.leaderboard(pool, after=request.GET.get("after", ""), before=request.GET.get("before", ""))
    except BadCursor:
        raise Http404 from None


def shown(lines: Sequence[Line], *, reader: User | None) -> list[Shown]:
    """The lines with the graphics in their rows."""
    if not lines:
        return []
    skills = [line.rating.skill for line in lines]
    low = min(each.rating - each.margin for each in skills)
    high = max(each.rating + each.margin for each in skills)
    histories = selectors.rating_histories(lines[0].rating.game, [line.rating.user_id for line in lines])
    return [
        Shown(
            line=line,
            bars=bars(places_of(line.rating)),
            sure=sure(line.rating.skill, low, high),
            sparkline=sparkline(histories.get(line.rating.user_id, [])),
            is_reader=reader is not None and line.rating.user_id == reader.pk,
        )
        for line in lines
    ]


def sure(own: skill.Skill, low: int, high: int) -> Sure:
    """The confidence range of a rating, between `low` and `high`."""

    def at(rating: int) -> float:
        return round(100 * (rating - low) / (high - low), 2) if high > low else 50.0

    first, last = at(own.rating - own.margin), at(own.rating + own.margin)
    return Sure(x=first, width=round(last - first, 2), middle=at(own.rating))


def sparkline(ratings: Sequence[int]) -> Sparkline | None:
    """The line through at least two ratings, oldest first; None for fewer. Small changes look small."""
    if len(ratings) < 2:
        return None
    width, height = SPARK
    middle, reach = (min(ratings) + max(ratings)) / 2, max(max(ratings) - min(ratings), LEAST_REACH)
    places = [
        (round(width * number / (len(ratings) - 1), 1), round(height / 2 - (height - 4) * (rating - middle) / reach, 1))
        for number, rating in enumerate(ratings)
    ]
    return Sparkline(" ".join(f"{x},{y}" for x, y in places), len(ratings) - 1, ratings[-1] - ratings[0])


def places_of(rating: Rating) -> tuple[int, ...]:
    """How many rated games ended in first, second, third, and a later place."""
    return rating.firsts, rating.seconds, rating.thirds, rating.later


def bars(places: tuple[int, ...]) -> list[Bar]:
    """The bar of results: its parts side by side, without empty ones, the fourth and later places as one."""
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
    """The name of a season: "October to December 2026"."""
    year, quarter = season.split("-")
    return str(QUARTERS[quarter]) % {"year": year}


def _pool(request: HttpRequest, game: str, seasons: list[str]) -> Pool:
    season, seats = request.GET.get("season", ALL_TIME), request.GET.get("seats", "")
    if season and season not in seasons:
        raise Http404(_("There is no such season."))
    if seats and seats not in map(str, GAMES[game].SEATS):
        raise Http404(_("This game isn’t played with that many seats."))
    return Pool(
        game=game,
        season=season,
        seats=int(seats) if seats else ALL_SEATS,
        computers=request.GET.get("computers") != HIDE,
    )

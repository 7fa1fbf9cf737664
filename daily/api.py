"""The deal of the day in the API: today's deals and earlier ones, the caller's try, and the table once it may be seen.

The game itself is a match like any other, which nobody but its player can read before the day is over. Bots can read
deals but not play them.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import Http404, HttpResponse
from ninja import Router, Schema
from pydantic import Field

from daily import selectors
from daily.calendar import day_named, end_of, today
from daily.models import Deal
from daily.pages.mark import games_played, leave_mark
from daily.pages.progress import Progress, progress_of
from daily.selectors import NOBODY, Line, Standing, Streak, Table
from daily.services.drawing import LEVEL
from daily.services.trying import try_begin
from games.api.v1.caller import ApiRequest, acting, reader
from games.catalogue import game_or_404
from games.engine import GAMES

router = Router(tags=["deal of the day"])


class DealStreak(Schema):
    """For how many days in a row you have finished a deal on its day."""

    now: int
    best: int
    today: bool = Field(description="Whether today counts already.")


class DealTry(Schema):
    """Your one try at a deal."""

    state: str = Field(
        description="new; running; won, drawn or lost; left: you left the game; called_off: a moderator called it off; "
        "late: you did not finish it that day; used: someone else has played this deal in your browser."
    )
    match: str | None = Field(description="Your game: read and play it like any other match.")
    points: int | None
    place: int | None = Field(description="Yours in the table, once your game is over.")


class ListedDeal(DealTry):
    """Today's deal of a game."""

    game: str
    level: str = Field(description="The level of your opponent, a computer player.")
    people: int = Field(description="How many people have finished it.")


class DealsToday(Schema):
    """The deals of a UTC day: one for each game."""

    day: date
    ends_at: datetime
    streak: DealStreak = Field(description="Yours, with any of the games.")
    deals: list[ListedDeal]


class DealLine(Schema):
    """Someone in the table; equal results share a place."""

    place: int
    name: str
    result: str = Field(description="won, drawn, lost, or left: left the game.")
    points: int | None = Field(description="null: left the game.")
    match: str | None = Field(description="The game, which opens after the day; before that, only your own.")


class DealPoints(Schema):
    """How many people have made this many points."""

    points: int
    people: int


class DealTable(Schema):
    """How everyone did who finished the deal on its day."""

    people: int
    won: int = Field(description="How many people have beaten the computer player; a draw does not count.")
    points: list[DealPoints] = Field(description="From the most points to the fewest.")
    best: list[DealLine] = Field(description="At most fifty.")
    friends: list[DealLine] = Field(description="You and your friends, if any of your friends have played.")
    own: DealLine | None


class DealPage(DealTry):
    """The deal of a game on a day."""

    game: str
    day: date
    ends_at: datetime
    level: str = Field(description="The level of your opponent, a computer player.")
    earlier: date | None = Field(description="The last day before this one on which it was played.")
    later: date | None
    streak: DealStreak = Field(description="Yours, with this game.")
    table: DealTable | None = Field(description="null until your game is over, or the day.")


class DealBegun(Schema):
    """Your game with the deal: read and play it like any other match."""

    match: str


@router.get("daily", response=DealsToday, url_name="daily")
def daily(request: ApiRequest) -> DealsToday:
    """Today's deals, and how far you are with each."""
    user, day, elsewhere = reader(request), today(), games_played(request)
    deals = selectors.deals_of(day)
    tries = selectors.tries_of(user, deals.values())
    standings = selectors.standings_of(deals.values())

    def listed(game: str) -> ListedDeal:
        deal = deals.get(game)
        own = None if deal is None else tries.get(deal.pk)
        standing = NOBODY if deal is None else standings.get(deal.pk, NOBODY)
        progress = progress_of(deal, own, is_used=game in elsewhere)
        return ListedDeal(**_try(progress, standing), game=game, level=_level(deal), people=standing.people)

    return DealsToday(
        day=day,
        ends_at=end_of(day),
        streak=_streak(selectors.streak_of(user)),
        deals=[listed(game) for game in GAMES],
    )


@router.post("daily/{game}/begin", response=DealBegun, url_name="daily_begin")
def begin(request: ApiRequest, response: HttpResponse, game: str) -> DealBegun:
    """Begin your one game with today's deal, or get the one you have begun. Bots are refused."""
    game_or_404(game)
    begun = try_begin(user=acting(request), game=game, is_used=game in games_played(request))
    if request.token is None:  # a browser: programs may act for several people
        leave_mark(request, response, [game])
    return DealBegun(match=begun.match.code)


@router.get("daily/{game}", response=DealPage, url_name="daily_game")
def deal_of_today(request: ApiRequest, game: str) -> DealPage:
    """Today's deal of a game."""
    return _page(request, game, today())


@router.get("daily/{game}/{day}", response=DealPage, url_name="daily_deal")
def deal_of_day(request: ApiRequest, game: str, day: str) -> DealPage:
    """The deal of a game on a day such as 2026-06-03; 404 for days to come."""
    wanted = day_named(day)
    if wanted is None:
        raise Http404
    return _page(request, game, wanted)


def _page(request: ApiRequest, game: str, day: date) -> DealPage:
    game_or_404(game)
    user, deal = reader(request), selectors.deal_on(game, day)
    own = None if deal is None else selectors.tries_of(user, [deal]).get(deal.pk)
    progress = progress_of(deal, own, is_used=day == today() and game in games_played(request))
    table = selectors.table_of(deal, user) if deal is not None and selectors.is_done(own, deal) else None
    earlier, later = selectors.neighbours(game, day)
    return DealPage(
        **_try(progress, NOBODY if table is None else table.standing),
        game=game,
        day=day,
        ends_at=end_of(day),
        level=_level(deal),
        earlier=earlier,
        later=later,
        streak=_streak(selectors.streak_of(user, game)),
        table=None if deal is None or table is None else _table(deal, table),
    )


def _level(deal: Deal | None) -> str:
    return LEVEL if deal is None else deal.level


def _try(progress: Progress, standing: Standing) -> dict[str, Any]:
    seat = progress.seat
    return {
        "state": progress.state,
        "match": None if progress.match is None else progress.match.code,
        "points": None if seat is None else seat.points,
        "place": standing.place(progress.result),
    }


def _streak(found: Streak) -> DealStreak:
    return DealStreak(now=found.now, best=found.best, today=found.with_today)


def _table(deal: Deal, table: Table) -> DealTable:
    standing = table.standing
    return DealTable(
        people=standing.people,
        won=standing.won,
        points=[DealPoints(points=points, people=people) for points, people in sorted(standing.points.items())[::-1]],
        best=[_line(deal, line) for line in table.best],
        friends=[_line(deal, line) for line in table.friends],
        own=None if table.own is None else _line(deal, table.own),
    )


def _line(deal: Deal, line: Line) -> DealLine:
    seat = line.seat
    assert seat.user is not None
    return DealLine(
        place=line.place,
        name=seat.user.username,
        result=line.ending,
        points=seat.points,
        match=seat.match.code if deal.is_over or line.is_reader else None,
    )

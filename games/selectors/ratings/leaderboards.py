"""Leaderboards: rankings of the players in a pool of rated matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from operator import or_

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.names import COMPUTER_NAMES
from accounts.selectors import closed_accounts, of_open_account, of_person
from common.numbers import row_key
from games.models import RatedMatch, Rating, RatingChange
from games.models.rating import ALL_SEATS, ALL_TIME, season_of
from games.selectors.lobby.clubs import INSIDE
from games.selectors.records.lists import PAGE, BadCursor
from games.skill import Skill

EVERY = Q()
"""The condition that all ratings fulfil."""

LAST = 10
"""How many rated games the small chart in a line covers."""
NEIGHBOURS = 5
"""How many players "around me" shows above and below the reader."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The ratings that a leaderboard shows: of a game, all time or a season, all or one seat count, with or without
    computer players and bots; with a `club`, a key, only those of its members.
    """

    game: str
    season: str = ALL_TIME
    seats: int = ALL_SEATS
    computers: bool = True
    club: int | None = None

    def ratings(self) -> QuerySet[Rating]:
        """The ratings in order, with their users, the provisional ones at the end."""
        shown = self._everybody().filter(of_open_account("user"))
        if not self.computers:
            shown = shown.filter(of_person())
        return shown.order_by("-standing", "id").select_related("user")

    def count(self, among: Q = EVERY) -> int:
        """How many of the ratings match `among`. Counts all and subtracts the few that are not shown.

        Checking for every rating whether its user is shown would take twenty times as long.
        """
        absent = closed_accounts()
        if not self.computers:
            machines = (~Q(level=""), Q(owner__isnull=False))
            absent = absent.union(*(User.objects.filter(each).values("pk") for each in machines))
        found = self._everybody().filter(among)
        return found.count() - found.filter(user__in=absent).count()

    def _everybody(self) -> QuerySet[Rating]:
        found = Rating.objects.filter(game=self.game, season=self.season, seats=self.seats)
        if self.club is None:
            return found
        return found.filter(user__memberships__club=self.club, user__memberships__standing__in=INSIDE)


@dataclass(frozen=True, slots=True)
class Line:
    """A player on a leaderboard; a provisional one has no place."""

    place: int | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class Board:
    """A stretch of a leaderboard and its number of players; the cursors lead up and down from it, empty at the ends."""

    lines: tuple[Line, ...]
    players: int
    preceding: str
    following: str


def leaderboard(pool: Pool, *, after: str = "", before: str = "", limit: int = PAGE) -> Board:
    """The first page, or the page directly below (`after`) or above (`before`) a cursor. Raises BadCursor."""
    ratings = pool.ratings()
    if before:
        upwards = ratings.filter(_above(_read(before))).order_by("standing", "-id")
        found = list(upwards[:limit])[::-1]
        if len(found) < limit:
            return leaderboard(pool, limit=limit)
    else:
        found = list(ratings.filter(_below(_read(after)) if after else EVERY)[:limit])
    return _board(pool, found)


def around(pool: Pool, user: User, *, neighbours: int = NEIGHBOURS) -> Board | None:
    """The user between the players directly above and below; None if the user is not in the pool."""
    ratings = pool.ratings()
    own = ratings.filter(user=user).first()
    if own is None:
        return None
    key = _key(own)
    above = list(ratings.filter(_above(key)).order_by("standing", "-id")[:neighbours])[::-1]
    below = list(ratings.filter(_below(key))[:neighbours])
    return _board(pool, [*above, own, *below])


def line_of(pool: Pool, user: User) -> Line | None:
    """The line of one user; None if the user is not in the pool."""
    own = pool.ratings().filter(user=user).first()
    return None if own is None else _numbered([own], pool.count(_above(_key(own))))[0]


def computer_lines(pool: Pool) -> list[Rating]:
    """The ratings of the computer players, strongest first.

    The condition is repeated so that SQLite uses the index of computer players, and PostgreSQL knows how few they are.
    """
    everybody = Pool(pool.game, pool.season, pool.seats).ratings()
    return list(everybody.exclude(user__level="").filter(user__level__in=COMPUTER_NAMES).order_by("-mu"))


def places(user: User) -> list[Line]:
    """The user's all-time ratings, each with its place among all players: one query."""
    above = Rating.objects.filter(_above((OuterRef("standing"), OuterRef("pk"))), game=OuterRef("game"))
    above = above.filter(season=ALL_TIME, seats=ALL_SEATS)
    absent = above.filter(user__in=closed_accounts())
    own = Rating.objects.filter(user=user, season=ALL_TIME, seats=ALL_SEATS)
    ranked = own.annotate(better=_counted(above) - _counted(absent))
    return [Line(None if rating.is_provisional else rating.better + 1, rating) for rating in ranked]


def rating_histories(game: str, users: Sequence[int]) -> dict[int, list[int]]:
    """The all-time ratings of these users before and after each of their last rated games, oldest first. Two queries:
    the first finds in each user's index how far back those games go.
    """
    if not users:
        return {}
    own = RatingChange.objects.filter(user=OuterRef("pk"), game=game).order_by("-number")
    since = User.objects.filter(pk__in=users).annotate(since=Subquery(own.values("number")[LAST - 1 : LAST]))
    late = [Q(user=user, number__gte=number or 0) for user, number in since.values_list("pk", "since")]
    changes = RatingChange.objects.filter(reduce(or_, late), game=game).order_by("number", "seat")
    found: dict[int, list[int]] = {}
    for user, before, after in changes.values_list("user", "mu_before", "mu_after"):
        found.setdefault(user, [Skill(before).rating]).append(Skill(after).rating)
    return found


def seasons(game: str, now: datetime) -> list[str]:
    """The seasons from the current one back to that of the first rated match."""
    first = RatedMatch.objects.filter(game=game).order_by("number").values_list("season", flat=True).first()
    season = season_of(now.astimezone(UTC))
    found = [season]
    while first is not None and season > first:
        year, quarter = map(int, season.split("-"))
        season = f"{year}-{quarter - 1}" if quarter > 1 else f"{year - 1}-4"
        found.append(season)
    return found


def _counted(ratings: QuerySet[Rating]) -> Coalesce:
    counted = ratings.order_by().values("game").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _board(pool: Pool, found: Sequence[Rating]) -> Board:
    players = pool.count()
    if not found:
        return Board((), players, "", "")
    before = pool.count(_above(_key(found[0])))
    preceding = _write(found[0]) if before else ""
    following = _write(found[-1]) if before + len(found) < players else ""
    return Board(_numbered(found, before), players, preceding, following)


def _numbered(found: Sequence[Rating], before: int) -> tuple[Line, ...]:
    return tuple(
        Line(None if rating.is_provisional else number, rating) for number, rating in enumerate(found, before + 1)
    )


def _above(key: tuple[float, int] | tuple[OuterRef, OuterRef]) -> Q:
    """Condition on ratings: placed above the rating with this key. Of equal ratings, the older row is above."""
    standing, pk = key
    return Q(Q(standing__gt=standing) | Q(id__lt=pk), standing__gte=standing)


def _below(key: tuple[float, int]) -> Q:
    standing, pk = key
    return Q(Q(standing__lt=standing) | Q(id__gt=pk), standing__lte=standing)


def _key(rating: Rating) -> tuple[float, int]:
    return rating.standing, rating.pk


def _write(rating: Rating) -> str:
    return f"{rating.standing!r}~{rating.pk}"


def _read(cursor: str) -> tuple[float, int]:
    written, _mark, of_row = cursor.partition("~")
    key = row_key(of_row)
    try:
        standing = float(written)
        if key is None or not math.isfinite(standing):
            raise ValueError
    except ValueError as error:
        raise BadCursor(cursor) from error
    return standing, key

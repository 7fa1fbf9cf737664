"""Results and progress of people with a deal, and their streaks of days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from daily.calendar import today
from daily.models import Deal, Try
from games.models import Match, Seat
from games.models.match import CALLED_OFF
from games.selectors.people.relations import friend_keys
from games.services.fair_play.sealed_starts import SealedDeal

MOST = 50
"""How many lines a table shows, from the top."""

FEWEST_SIDES, MOST_SIDES = 2, 3
"""The fewest and the most games of a deal shown side by side."""


def sealed_deals(game: str, seats: int) -> list[SealedDeal]:
    """The deals of `game` for this many seats that anyone can begin now. One query."""
    open_now = Deal.objects.filter(game=game, seat_count=seats, ends_at__gt=timezone.now())
    return [SealedDeal(*row) for row in open_now.values_list("text", "seat")]


class Result(NamedTuple):
    """How the game of someone ended: their rank, whether another seat has it too, and points; none for leaving it.

    A game that a moderator called off has no rank.
    """

    rank: int | None
    is_shared: bool
    points: int | None

    @property
    def ending(self) -> str:
        """The ending in one word: called_off, left, won, drawn or lost."""
        if self.rank is None:
            return "called_off"
        if self.points is None:
            return "left"
        if self.rank != 1:
            return "lost"
        return "drawn" if self.is_shared else "won"


@dataclass(frozen=True, slots=True)
class Line:
    """Someone in the table of a deal; equal results have equal places."""

    place: int
    seat: Seat
    ending: str
    is_reader: bool = False

    @property
    def has_left(self) -> bool:
        """Whether the game was not played to its end."""
        return self.ending == "left"


@dataclass(frozen=True, slots=True)
class Standing:
    """How many people have finished a deal on its day with each result."""

    counts: Mapping[Result, int]

    @property
    def people(self) -> int:
        """The number of people who have finished it."""
        return sum(self.counts.values())

    @property
    def won(self) -> int:
        """The number of people who have beaten the computer player."""
        return sum(count for result, count in self.counts.items() if result.ending == "won")

    @property
    def points(self) -> Mapping[int, int]:
        """The number of people by number of points."""
        found: Counter[int] = Counter()
        for result, count in self.counts.items():
            if result.points is not None:
                found[result.points] += count
        return found

    def place(self, own: Result | None) -> int | None:
        """One more than the number of better results; None for one that is not in the table.

        Wins come before draws, these before losses, and people who left come last.
        """
        if own is None or own not in self.counts:
            return None
        return 1 + sum(count for other, count in self.counts.items() if _order(other) < _order(own))


NOBODY = Standing({})
"""The results of a deal that nobody has finished."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everyone who has finished a deal on its day: the best, the reader and friends, the reader alone."""

    standing: Standing
    best: tuple[Line, ...]
    friends: tuple[Line, ...] = ()
    own: Line | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games shown side by side, out of those of `everybody` on offer."""

    everybody: tuple[Line, ...]
    chosen: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which someone has finished a deal: the current streak, and the longest.

    `is_spared`: a moderator has called off the game of today, so today cannot break it.
    """

    now: int = 0
    best: int = 0
    with_today: bool = False
    is_spared: bool = False


def deals_of(day: date) -> dict[str, Deal]:
    """The deals of a day that anyone has played, by game."""
    return {deal.game: deal for deal in Deal.objects.filter(day=day).defer("text")}


def deal_on(game: str, day: date) -> Deal | None:
    """The deal of one game on one day; None if nobody has played it."""
    return Deal.objects.filter(game=game, day=day).defer("text").first()


def neighbours(game: str, day: date) -> tuple[date | None, date | None]:
    """The days before and after this one with a deal of the game; today counts as one."""
    days = Deal.objects.filter(game=game)
    before = days.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first()
    after = days.filter(day__gt=day).order_by("day").values_list("day", flat=True).first()
    return before, after or (today() if day < today() else None)


def tries_of(user: User | None, deals: Iterable[Deal]) -> dict[int, Try]:
    """The tries of `user` at some deals, by the key of the deal, with their matches and seats."""
    if user is None:
        return {}
    tries = Try.objects.filter(user=user, deal__in=list(deals)).select_related("match")
    return {each.deal_id: each for each in tries.defer("match__deal", "match__state").prefetch_related("match__seats")}


def is_done(own: Try | None, deal: Deal) -> bool:
    """Whether a reader with this try may see others' results, as they or everyone can no longer play the deal."""
    return deal.is_over or (own is not None and own.match.status == Match.Status.FINISHED)


def finished(deals: Iterable[Deal]) -> QuerySet[Seat]:
    """The seats of all who have finished one of these deals on its day, the best first. Those who left come last.

    Matches that were called off have no ranks, and are in no table. `is_shared`: another seat has the same rank.
    """
    deal = "match__daily_try__deal"
    of_deals = Seat.objects.filter(match__daily_try__deal__in=list(deals))
    seats = of_deals.filter(number=F(f"{deal}__seat"), rank__isnull=False, ended_at__lt=F(f"{deal}__ends_at"))
    equals = Seat.objects.filter(match=OuterRef("match"), rank=OuterRef("rank")).exclude(number=OuterRef("number"))
    order = ("rank", "is_shared", F("points").desc(nulls_last=True), "ended_at", "pk")
    return seats.annotate(is_shared=Exists(equals)).order_by(*order)


def standings_of(deals: Iterable[Deal]) -> dict[int, Standing]:
    """The standing of each of the deals, by key: one query. A deal that nobody has finished is left out."""
    by = ("match__daily_try__deal", "rank", "is_shared", "points")
    grouped = finished(deals).order_by().values_list(*by)
    found: dict[int, dict[Result, int]] = {}
    for deal, rank, is_shared, points, count in grouped.annotate(count=Count("pk")):
        found.setdefault(deal, {})[Result(rank, is_shared, points)] = count
    return {deal: Standing(counts) for deal, counts in found.items()}


def table_of(deal: Deal, reader: User | None) -> Table:
    """The table of a deal, with the lines of the reader and their friends: at most four queries."""
    standing = standings_of([deal]).get(deal.pk, NOBODY)
    shown = finished([deal]).select_related("user", "match").defer("match__deal", "match__state")

    def line(seat: Seat) -> Line:
        return _line(standing, seat, is_reader=reader is not None and seat.user_id == reader.pk)

    best = tuple(line(seat) for seat in shown[:MOST])
    if reader is None:
        return Table(standing, best)
    near = [line(seat) for seat in shown.filter(Q(user=reader) | Q(user__in=friend_keys(reader)))]
    own = next((each for each in near if each.is_reader), None)
    return Table(standing, best, tuple(near) if len(near) > (own is not None) else (), own)


def compared(deal: Deal, reader: User | None, codes: Sequence[str]) -> Comparison | None:
    """The games with the first of these `codes`, then the reader's and the best ones, until there are two.

    None while the day is not over, for a code of no game with this deal, and where there are no two games. Five queries
    at most.
    """
    if not deal.is_over:
        return None
    table = table_of(deal, reader)
    lines = {_code(line): line for line in (*table.best, *table.friends)}
    own = [] if table.own is None else [_code(table.own)]
    if table.own is not None:
        lines.setdefault(own[0], table.own)
    wanted = list(dict.fromkeys(codes))[:MOST_SIDES]
    beyond = [code for code in wanted if code not in lines]
    if beyond:
        seats = finished([deal]).filter(match__code__in=beyond).select_related("user", "match")
        for seat in seats.defer("match__deal", "match__state"):
            line = _line(table.standing, seat)
            lines[_code(line)] = line
    chosen = list(dict.fromkeys([*wanted, *own, *lines]))[: max(FEWEST_SIDES, len(wanted))]
    if len(chosen) < FEWEST_SIDES or any(code not in lines for code in chosen):
        return None
    everybody = sorted(lines.values(), key=lambda line: line.place)
    return Comparison(tuple(everybody), tuple(lines[code] for code in chosen))


def streak_of(user: User | None, game: str = "") -> Streak:
    """For how many days in a row `user` has played a deal to its end, of one `game` or of any. One query."""
    if user is None:
        return Streak()
    deal = "match__daily_try__deal"
    is_played = Q(points__isnull=False, ended_at__lt=F(f"{deal}__ends_at"))
    seats = Seat.objects.filter(is_played | Q(match__reason=CALLED_OFF), user=user, match__daily_try__user=user)
    if game:
        seats = seats.filter(match__game=game)
    ended = list(seats.values_list(f"{deal}__day", "match__reason"))
    spared = {day for day, reason in ended if reason == CALLED_OFF}
    return streak({day for day, reason in ended if reason != CALLED_OFF}, today(), spared)


def streak(days: set[date], now: date, spared: Set[date] = frozenset()) -> Streak:
    """The streak that lasts until `now`, or the day before, and the longest of all. Days that are `spared` neither
    break nor lengthen one.
    """
    one = timedelta(days=1)
    best = length = 0
    before = None
    for day in sorted(days | spared):
        if before is not None and day - before > one:
            length = 0
        length += day in days
        best, before = max(best, length), day
    goes_on = before is not None and now - before <= one
    return Streak(length if goes_on else 0, best, now in days, now in spared)


def result_of(seat: Seat, seats: Iterable[Seat]) -> Result:
    """The result of a seat whose game has ended, among all `seats` of its match."""
    is_shared = any(other.rank == seat.rank is not None and other.number != seat.number for other in seats)
    return Result(seat.rank, is_shared, seat.points)


def _line(standing: Standing, seat: Seat, *, is_reader: bool = False) -> Line:
    """The line of a seat from `finished`."""
    is_shared: bool = getattr(seat, "is_shared")  # noqa: B009 (annotated by `finished`)
    own = Result(seat.rank, is_shared, seat.points)
    return Line(standing.place(own) or 0, seat, own.ending, is_reader)


def _code(line: Line) -> str:
    return line.seat.match.code


def _order(result: Result) -> tuple[int, bool, bool, int]:
    return result.rank or 0, result.is_shared, result.points is None, -(result.points or 0)

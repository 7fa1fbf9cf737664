"""Results and progress of people with a deal, and their streaks of days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from daily.calendar import today
from daily.models import Deal, Try
from games.models import Friendship, Match, Seat

MOST = 50
"""How many lines a table shows, from the top."""

FEWEST_SIDES, MOST_SIDES = 2, 3
"""The fewest and the most games of a deal shown side by side."""

Result = tuple[int, int | None]
"""Rank and points of someone who played; no points for someone who left."""


@dataclass(frozen=True, slots=True)
class Line:
    """Someone in the table of a deal; equal results have equal places."""

    place: int
    seat: Seat
    is_reader: bool = False

    @property
    def has_left(self) -> bool:
        """Whether the game was not played to its end."""
        return self.seat.points is None


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
        return sum(count for (rank, points), count in self.counts.items() if rank == 1 and points is not None)

    @property
    def points(self) -> Mapping[int, int]:
        """The number of people by number of points."""
        found: Counter[int] = Counter()
        for (_rank, points), count in self.counts.items():
            if points is not None:
                found[points] += count
        return found

    def place(self, seat: Seat) -> int | None:
        """One more than the number of better results; None for someone not in the table. People who left come last."""
        if result_of(seat) not in self.counts:
            return None
        return 1 + sum(count for other, count in self.counts.items() if _order(other) < _order(result_of(seat)))


NOBODY = Standing({})


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
    """Days in a row on which someone has finished a deal: the current streak, and the longest."""

    now: int = 0
    best: int = 0
    with_today: bool = False


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
    """The seats of all who have finished one of these deals on its day, the best first. Those who left come last."""
    deal = "match__daily_try__deal"
    of_deals = Seat.objects.filter(match__daily_try__deal__in=list(deals))
    seats = of_deals.filter(number=F(f"{deal}__seat"), ended_at__lt=F(f"{deal}__ends_at"))
    return seats.order_by("rank", F("points").desc(nulls_last=True), "ended_at", "pk")


def standings_of(deals: Iterable[Deal]) -> dict[int, Standing]:
    """The standing of each of the deals, by key: one query. A deal that nobody has finished is left out."""
    grouped = finished(deals).order_by().values_list("match__daily_try__deal", "rank", "points")
    found: dict[int, dict[Result, int]] = {}
    for deal, rank, points, count in grouped.annotate(count=Count("pk")):
        found.setdefault(deal, {})[rank or 0, points] = count
    return {deal: Standing(counts) for deal, counts in found.items()}


def table_of(deal: Deal, reader: User | None) -> Table:
    """The table of a deal, with the lines of the reader and their friends: at most four queries."""
    standing = standings_of([deal]).get(deal.pk, NOBODY)
    shown = finished([deal]).select_related("user", "match").defer("match__deal", "match__state")

    def line(seat: Seat) -> Line:
        is_reader = reader is not None and seat.user_id == reader.pk
        return Line(standing.place(seat) or 0, seat, is_reader)

    best = tuple(line(seat) for seat in shown[:MOST])
    if reader is None:
        return Table(standing, best)
    near = [line(seat) for seat in shown.filter(Q(user=reader) | Q(user__in=friends_of(reader)))]
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
            line = Line(table.standing.place(seat) or 0, seat)
            lines[_code(line)] = line
    chosen = list(dict.fromkeys([*wanted, *own, *lines]))[: max(FEWEST_SIDES, len(wanted))]
    if len(chosen) < FEWEST_SIDES or any(code not in lines for code in chosen):
        return None
    everybody = sorted(lines.values(), key=lambda line: line.place)
    return Comparison(tuple(everybody), tuple(lines[code] for code in chosen))


def friends_of(user: User) -> list[int]:
    """The keys of the friends of `user`."""
    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False)
    return [asked if asker == user.pk else asker for asker, asked in pairs.values_list("asker_id", "asked_id")]


def streak_of(user: User | None, game: str = "") -> Streak:
    """For how many days in a row `user` has played a deal to its end, of one `game` or of any. One query."""
    if user is None:
        return Streak()
    seats = Seat.objects.filter(
        user=user,
        match__daily_try__user=user,
        points__isnull=False,
        ended_at__lt=F("match__daily_try__deal__ends_at"),
    )
    if game:
        seats = seats.filter(match__game=game)
    return streak(set(seats.values_list("match__daily_try__deal__day", flat=True)), today())


def streak(days: set[date], now: date) -> Streak:
    """The streak that lasts until `now`, or the day before, and the longest of all."""
    one = timedelta(days=1)
    best = length = 0
    before = None
    for day in sorted(days):
        length = length + 1 if before is not None and day - before == one else 1
        best, before = max(best, length), day
    goes_on = before is not None and now - before <= one
    return Streak(length if goes_on else 0, best, now in days)


def result_of(seat: Seat) -> Result:
    """The rank and the points of a seat whose game has ended."""
    return seat.rank or 0, seat.points


def _code(line: Line) -> str:
    return line.seat.match.code


def _order(result: Result) -> tuple[int, bool, int]:
    rank, points = result
    return rank, points is None, -(points or 0)

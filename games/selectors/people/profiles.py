"""The contents of a profile: results, most frequent opponents, reliability, ratings over time.

Games at private tables are counted, but the opponents there are shown only to those who sat there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import Match, RatingChange, Seat
from games.selectors.position.endings import GIVEN_UP
from games.selectors.records.lists import Row, rows_of
from games.skill import Skill

if TYPE_CHECKING:
    from accounts.models import User

CURVE = 100
"""How many games the rating curve goes back."""

LATEST, OPPONENTS = 10, 6
"""How many games, and how many opponents, a profile shows."""


@dataclass(frozen=True, slots=True)
class Result:
    """How often someone came in at each place in a game with this many seats: `places[0]` counts first places."""

    game: str
    seats: int
    places: tuple[int, ...]

    @property
    def games(self) -> int:
        """The number of these games."""
        return sum(self.places)


@dataclass(frozen=True, slots=True)
class Record:
    """All games of someone in numbers. `left` of the `started` ones were given up or taken over by a computer: games
    on one device are not counted there, since nobody can leave them. In `shared` of the finished ones they were first
    together with an opponent.
    """

    results: tuple[Result, ...]
    shared: int
    started: int
    left: int
    running: int

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return sum(result.games for result in self.results)

    @property
    def won(self) -> int:
        """How many ended in first place, shared with nobody but a partner: a draw is not won."""
        return sum(result.places[0] for result in self.results) - self.shared

    @property
    def reliability(self) -> int | None:
        """The percentage of started games that were not left; None before the first one."""
        return None if not self.started else 100 * (self.started - self.left) // self.started


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one player ranked above, below and level with another in this many `games` together; partners of a team
    are level. A computer player with several seats in a game is met at each of them.
    """

    user_id: int
    games: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Latest:
    """A finished game as a profile lists it: the seats of its player, best first, with the rating change of each.

    Only computer players have several; one that has them all plays with nobody else.
    """

    row: Row
    results: tuple[tuple[Seat, RatingChange | None], ...]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of everyone else."""
        own = {seat.pk for seat, _change in self.results}
        return tuple(seat for seat in self.row.others if seat.pk not in own)


def record_of(user: User) -> Record:
    """All games of `user` in numbers, including private ones: one query. Resigning a duel that the other player has won
    leaves nobody alone: it counts as lost, not as left. A sealed game counts as running until its seal is over.
    """
    begun = Seat.objects.filter(user=user, match__status__in=[Match.Status.RUNNING, Match.Status.FINISHED])
    sealed = ExpressionWrapper(Q(match__sealed_until__gt=timezone.now()), output_field=BooleanField())
    first = Seat.objects.filter(match=OuterRef("match"), rank=1).order_by().values("match")
    firsts = Case(When(rank=1, then=Subquery(first.annotate(count=Count("pk")).values("count"))), default=0)
    grouped = begun.annotate(is_sealed=Coalesce(sealed, False), firsts=firsts)
    by = ("is_sealed", "match__status", "match__game", "match__seat_count", "rank", "firsts")
    groups = grouped.values_list(*by).annotate(
        count=Count("pk"),
        apart=Count("pk", filter=Q(match__at_device=False)),
        left=Count("stand_in", filter=~GIVEN_UP),
    )
    places: defaultdict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    running = started = left = shared = 0
    for is_sealed, status, game, seats, rank, firsts_there, count, apart, gone in groups.order_by():
        started += apart
        if is_sealed:
            running += count
            continue
        left += gone
        if status == Match.Status.RUNNING:
            running += count - gone
        elif rank is not None:
            places[game, seats][_place(game, seats, rank)] += count
            shared += count if firsts_there > len(teams_of(GAMES[game], seats)[0]) else 0
    order = list(GAMES)
    results = tuple(
        Result(game, seats, tuple(counts[place] for place in range(1, max(2, max(counts)) + 1)))
        for (game, seats), counts in sorted(places.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    )
    return Record(results=results, shared=shared, started=started, left=left, running=running)


def at_device(user: User) -> int:
    """How many games were played to their end at the device of `user`, no matter by whom."""
    return Match.objects.filter(host=user, at_device=True, status=Match.Status.FINISHED).count()


def frequent_opponents(user: User) -> list[Tally]:
    """The people with whom `user` has finished the most public games, most frequent first: one query."""
    finished = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED, match__access=Match.Access.ANYBODY)
    met = finished.filter(match__seats__user__is_guest=False, match__seats__user__is_active=True)
    return [tally for tally in _tallies(met, OPPONENTS + 1) if tally.user_id != user.pk][:OPPONENTS]


def head_to_head(reader: User, user: User) -> Tally | None:
    """The results of `reader` against `user` in all their games; None if they have finished none."""
    finished = Seat.objects.filter(user=reader, match__status=Match.Status.FINISHED)
    return next(iter(_tallies(finished.filter(match__seats__user=user), 1)), None)


def latest(user: User, reader: User | None) -> list[Latest]:
    """The latest finished games of `user` that `reader` may see, with the rating changes: four queries."""
    allowed = Q(match__access=Match.Access.ANYBODY)
    if reader is not None:
        allowed |= Q(Exists(Seat.objects.filter(match=OuterRef("match"), user=reader)))
    seats = Seat.objects.filter(allowed, user=user, match__status=Match.Status.FINISHED)
    # The newest tables first: the index of a user's seats gives this order without sorting thousands of games.
    matches = list(seats.order_by("-match_id").values_list("match_id", flat=True).distinct()[:LATEST])
    changes = {
        (change.rated_match.match_id, change.seat): change
        for change in RatingChange.objects.filter(user=user, rated_match__match__in=matches).select_related(
            "rated_match"
        )
    }
    rows = sorted(rows_of(matches, user), key=_ended, reverse=True)
    return [
        Latest(
            row,
            tuple((seat, changes.get((row.match.pk, seat.number))) for seat in row.ranking if seat.user_id == user.pk),
        )
        for row in rows
    ]


def _ended(row: Row) -> tuple[datetime, int]:
    assert row.match.finished_at is not None
    return row.match.finished_at, row.match.pk


def rating_history(user: User, game: str) -> list[int]:
    """The all-time rating of `user` before and after each of the latest rated games, oldest first."""
    changes = RatingChange.objects.filter(user=user, game=game).order_by("-number")
    found = list(changes.values_list("mu_before", "mu_after")[:CURVE])[::-1]
    mus = [found[0][0], *(after for _before, after in found)] if found else []
    return [Skill(mu).rating for mu in mus]


def _place(game: str, seats: int, rank: int) -> int:
    """The place of a seat's rank among the sides: both partners of the better team are first, those of the other
    second.
    """
    return 1 + (rank - 1) // len(teams_of(GAMES[game], seats)[0])


def _tallies(seats: QuerySet[Seat], limit: int) -> list[Tally]:
    """The other players, most games first, from one player's seats joined with the seats at the same tables."""
    met = (
        seats.values("match__seats__user")
        .annotate(
            games=Count("match", distinct=True),
            pairs=Count("pk"),
            ahead=Count("pk", filter=Q(rank__lt=F("match__seats__rank"))),
            behind=Count("pk", filter=Q(rank__gt=F("match__seats__rank"))),
        )
        .order_by("-games", "match__seats__user")
    )
    return [
        Tally(
            user_id=group["match__seats__user"],
            games=group["games"],
            ahead=group["ahead"],
            behind=group["behind"],
            level=group["pairs"] - group["ahead"] - group["behind"],
        )
        for group in met[:limit]
    ]

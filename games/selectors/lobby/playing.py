"""Current activity on the site: who plays, who is here, how many tables and games there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from accounts.presence import who_is_here
from accounts.selectors import of_person
from common.besteffort import dispensable
from common.lookups import Lookup
from games.models import Match, Seat
from games.selectors.records.lists import Row, found_by

if TYPE_CHECKING:
    from accounts.models import User

JUST_NOW = timedelta(minutes=15)
"""Someone whose last action in a match is no older than this counts as playing it now."""

GOES_ON = timedelta(days=8)
"""A game in which nothing has happened for longer does not count as running: no clock gives as much for a
turn, its bank aside.
"""

CACHED_FOR = 10
"""Seconds for which the counts are cached."""

_NUMBERS = "numbers-of-tables"


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many public open tables there are, for each game that has one, and how many games are running."""

    tables: dict[str, int]
    running: int

    @property
    def open(self) -> int:
        """The open tables of all games."""
        return sum(self.tables.values())


def being_played(user: User | None, *, limit: int, game: str = "", person: User | None = None) -> list[int]:
    """Keys of the public matches that at least two people are playing right now, the latest action first; none in which
    someone blocks `user` or is blocked. With `person`, those in which this person still plays.

    Games against the computer are not shown. One query, with an index of its own.
    """
    plays = of_person("seats__user") & Q(seats__stand_in=None)
    found = Match.objects.filter(status=Match.Status.RUNNING, access=Match.Access.ANYBODY, exhibition=False)
    found = found.filter(found_by(user), at_device=False, changed_at__gt=timezone.now() - JUST_NOW)
    if game:
        found = found.filter(game=game)
    if person is not None:
        found = found.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), user=person, stand_in=None)))
    found = found.annotate(people=Count("seats", filter=plays)).filter(people__gte=2)
    return list(found.order_by("-changed_at", "-pk").values_list("pk", flat=True)[:limit])


def here_among(*lists: Iterable[Row]) -> set[int]:
    """The keys of the people at the seats of these rows who have a page open; none if that cannot be looked up."""
    deciders = (seat.decider for rows in lists for row in rows for seat in row.seats)
    with dispensable("it is not known who is here"):
        return who_is_here({user.pk for user in deciders if user is not None and not user.is_computer})
    return set()


def here_at(match: Match, but: int | None) -> list[int]:
    """The numbers of those seats whose people have a page open, apart from the user `but`; none while that cannot be
    looked up.
    """
    sitting = [(seat.number, seat.user_id) for seat in _sitting(match.pk)]
    asked = {number: user_id for number, user_id in sitting if user_id is not None and user_id != but}
    with dispensable("it is not known who is here"):
        here = who_is_here(set(asked.values()))
        return [number for number, user_id in asked.items() if user_id in here]
    return []


_sitting = Lookup(
    lambda match_id: Seat.objects.filter(match_id=match_id, user__isnull=False, stand_in=None).order_by("number"), int
)


def numbers() -> Numbers:
    """The counts of tables and games, at most ten seconds old; one query if they are not cached."""
    with dispensable("the numbers of tables are counted anew"):
        known = cache.get(_NUMBERS)
        if known is not None:
            return Numbers(*known)
    found = Q(access__in=[Match.Access.ANYBODY, Match.Access.PASSWORD], status=Match.Status.OPEN, rematch_of=None)
    goes_on = Q(status=Match.Status.RUNNING, exhibition=False, changed_at__gt=timezone.now() - GOES_ON)
    counted = Match.objects.filter(found | goes_on).values_list("status", "game").annotate(number=Count("pk"))
    tables: dict[str, int] = {}
    running = 0
    for status, game, number in counted:
        if status == Match.Status.OPEN:
            tables[game] = number
        else:
            running += number
    with dispensable("the numbers of tables are not kept"):
        cache.set(_NUMBERS, (tables, running), CACHED_FOR)
    return Numbers(tables, running)

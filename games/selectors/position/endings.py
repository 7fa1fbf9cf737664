"""Matches that ended before their game was over."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from games.models import Match, Seat
from games.models.match import RESIGNED

GIVEN_UP = Q(
    Exists(Seat.objects.filter(match=OuterRef("match"), stand_in=None)), match__seat_count=2, match__reason=RESIGNED
)
"""Condition on seats: `given_up` is true for their match."""


def given_up(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether one of two players resigned while the other one was there, and has won: nobody was left alone.

    Someone who had left before the other player resigned is ranked second, but counts as having left.
    """
    return match.seat_count == 2 and match.reason == RESIGNED and any(seat.stand_in_id is None for seat in seats)

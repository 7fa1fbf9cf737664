"""How a match ended before its game was over."""

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
    """Whether one of two gave up and the other one, who was there, has won: nobody was left alone.

    Someone who had left before the other one resigned is ranked second, but has left all the same.
    """
    return match.seat_count == 2 and match.reason == RESIGNED and any(seat.stand_in_id is None for seat in seats)

"""Resigning: leaving a match that is still being played."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import Action, Match
from games.models.match import RESIGNED
from games.services.play.locking import locked, seat_of
from games.services.play.takeover import leave


def resign(*, match: Match, user: User) -> Match:
    """Leave a running match. A computer player takes the seat over while other people play on.

    With two seats, or when nobody else is left, the match ends: those who left come last, and the earlier they left the
    lower they rank. Raises NotRunning, NotYourSeat (also for resigning twice), or NoStandIn.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        leave(match, seats, seat_of(seats, user), Action.Kind.RESIGN, RESIGNED)
    return match

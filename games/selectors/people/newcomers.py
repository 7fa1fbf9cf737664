"""Recognizes people who play here for the first time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from games.models import Match, Seat

if TYPE_CHECKING:
    from accounts.models import User

NEW = timedelta(days=30)
"""Someone who joined longer ago than this is no newcomer."""


def is_shown_around(user: User, match: Match, own: Seat | None) -> bool:
    """Whether the running `match`, in which `own` is the seat of `user`, is the first one of a newcomer who still wants
    to be shown around. At most one query, none for most people.
    """
    if own is None or match.at_device or match.status != Match.Status.RUNNING:
        return False
    if not user.is_shown_around or user.date_joined < timezone.now() - NEW:
        return False
    return not Seat.objects.filter(user=user).exclude(match=match).exists()

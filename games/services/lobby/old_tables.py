"""Closes tables that have waited too long for players."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.selectors.access import seats_of
from games.services.live import broadcast
from games.services.moderation.reports import reports_keep
from notices.kinds import Kind
from notices.outbox import notify

WAITS = timedelta(days=30)
"""How long a table waits for players. Its page says when it will close."""


def closes_at(match: Match) -> datetime:
    """When an open table will be closed if it has not started."""
    return match.created_at + WAITS


def old_tables_close() -> int:
    """Close the tables that have waited long enough, and tell those who sit there. Returns the number of closed tables.

    Safe to run at any time, and concurrently.
    """
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lt=timezone.now() - WAITS)
    return sum(_close(key) for key in list(old.values_list("pk", flat=True)))


def _close(key: int) -> bool:
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=key, status=Match.Status.OPEN).first()
        if match is None:  # started or closed meanwhile
            return False
        seats = seats_of(match)
        broadcast.table_changed(match, seats)
        notify(kind=Kind.CLOSED, users=[seat.user for seat in seats], game=match.game)
        reports_keep(match=match)
        match.delete()
    return True

"""The exhibitions that somebody watches, and has watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.models import Match
from games.selectors.lists import Row, rows_of

if TYPE_CHECKING:
    from accounts.models import User

LATEST = 5
"""So many that are over are shown to their host."""


def running_exhibition(host: User | None) -> Match | None:
    """The exhibition of `host` that goes on; None without one."""
    return None if host is None else running_exhibitions(host).first()


def running_exhibitions(host: User) -> QuerySet[Match]:
    """All of them: more than one where a guest, who had started one, became a member who had."""
    return Match.objects.filter(host=host, exhibition=True, status=Match.Status.RUNNING).order_by("pk")


def watched_lately(host: User | None) -> list[Row]:
    """The latest exhibitions of `host` that are over, the latest first."""
    if host is None:
        return []
    over = Match.objects.filter(host=host, exhibition=True, status=Match.Status.FINISHED)
    return rows_of(over.order_by("-finished_at", "-id").values_list("pk", flat=True)[:LATEST], host)

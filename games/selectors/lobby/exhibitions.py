"""The exhibitions that someone is watching, and has watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.models import Match
from games.selectors.records.lists import Row, rows_of

if TYPE_CHECKING:
    from accounts.models import User

LATEST = 5
"""How many finished exhibitions are shown to their host."""


def running_exhibition(host: User | None) -> Match | None:
    """The running exhibition of `host`, or None."""
    return None if host is None else running_exhibitions(host).first()


def running_exhibitions(host: User) -> QuerySet[Match]:
    """All running exhibitions of `host`: more than one if a guest with one became a member who also had one."""
    return Match.objects.filter(host=host, exhibition=True, status=Match.Status.RUNNING).order_by("pk")


def exhibitions_of(host: User) -> list[Row]:
    """The running exhibitions of `host`, then the latest that are over."""
    return rows_of([*running_exhibitions(host).values_list("pk", flat=True), *_over(host)], host)


def watched_lately(host: User | None) -> list[Row]:
    """The finished exhibitions of `host`, the latest first."""
    return [] if host is None else rows_of(_over(host), host)


def _over(host: User) -> QuerySet[Match, int]:
    over = Match.objects.filter(host=host, exhibition=True, status=Match.Status.FINISHED)
    return over.order_by("-finished_at", "-id").values_list("pk", flat=True)[:LATEST]

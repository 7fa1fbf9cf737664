"""The exhibitions that somebody watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.models import Match

if TYPE_CHECKING:
    from accounts.models import User


def running_exhibition(host: User | None) -> Match | None:
    """The exhibition of `host` that goes on; None without one."""
    return None if host is None else running_exhibitions(host).first()


def running_exhibitions(host: User) -> QuerySet[Match]:
    """All of them: more than one where a guest, who had started one, became a member who had."""
    return Match.objects.filter(host=host, exhibition=True, status=Match.Status.RUNNING).order_by("pk")

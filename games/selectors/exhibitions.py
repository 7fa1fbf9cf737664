"""The exhibition that somebody watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Match

if TYPE_CHECKING:
    from accounts.models import User


def running_exhibition(host: User | None) -> Match | None:
    """The exhibition of `host` that goes on; None without one."""
    if host is None:
        return None
    return Match.objects.filter(host=host, exhibition=True, status=Match.Status.RUNNING).first()

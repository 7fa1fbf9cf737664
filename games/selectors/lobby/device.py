"""The matches that someone has played with others on one device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Match
from games.selectors.records.lists import Row, rows_of

if TYPE_CHECKING:
    from accounts.models import User

LATEST = 10
"""How many finished matches the page lists."""


def at_device_of(host: User | None) -> tuple[list[Row], list[Row]]:
    """The running matches at the device of `host`, and the latest finished ones, each latest first."""
    if host is None:
        return [], []
    unfinished = [Match.Status.RUNNING, Match.Status.BROKEN]
    here = Match.objects.filter(host=host, at_device=True).order_by("-changed_at", "-id").values_list("pk", flat=True)
    return (
        rows_of(here.filter(status__in=unfinished), host),
        rows_of(here.filter(status=Match.Status.FINISHED)[:LATEST], host),
    )

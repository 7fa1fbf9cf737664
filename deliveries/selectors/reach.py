"""Whether people may still see what their notifications are about: cups and clubs are called off, hidden and left."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.selectors import clubs_seen
from cups.selectors import cups_seen
from notices.kinds import Kind
from notices.models import Notice


def ask_reach(notices: Iterable[Notice]) -> None:
    """Set on each of these notifications whether its reader may see the cup and the club that it is about.

    Five queries at most, however many there are, and none without cups and clubs.
    """
    found = [notice for notice in notices if notice.kind in (Kind.CUP, Kind.CLUB)]
    cups = {pair for notice in found if (pair := _pair(notice, "cup")) is not None}
    clubs = {pair for notice in found if (pair := _pair(notice, "club")) is not None}
    seen_cups = cups_seen(cups) if cups else set()
    seen_clubs = clubs_seen(clubs) if clubs else set()
    for notice in found:
        cup, club = _pair(notice, "cup"), _pair(notice, "club")
        is_there = (cup is None or cup in seen_cups) and (club is None or club in seen_clubs)
        notice.is_reachable = is_there  # type: ignore[attr-defined]


def is_reachable(notice: Notice) -> bool:
    """Whether the reader may see what the notification is about, as set by `ask_reach`; otherwise it neither names it
    nor links to it.
    """
    return bool(getattr(notice, "is_reachable", True))


def _pair(notice: Notice, key: str) -> tuple[str, int] | None:
    code = notice.facts.get(key)
    return None if not code else (str(code), notice.user_id)

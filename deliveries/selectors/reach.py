"""Whether people may still see what their notifications are about: cups and clubs are called off, hidden and left,
invitations to tables are withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from clubs.selectors import clubs_seen
from cups.selectors import cups_seen
from games.models import Invitation
from notices.kinds import Kind
from notices.models import Notice


def ask_reach(notices: Iterable[Notice]) -> None:
    """Set on each of these notifications whether its reader may see the cup and the club that it is about, or has the
    invitation that it is about.

    Six queries at most, however many there are, and none without cups, clubs and invitations.
    """
    notices = list(notices)
    _ask_invitations([notice for notice in notices if notice.kind == Kind.INVITATION])
    found = [notice for notice in notices if notice.kind in (Kind.CUP, Kind.CLUB)]
    cups = {pair for notice in found if (pair := _pair(notice, "cup")) is not None}
    clubs = {pair for notice in found if (pair := _pair(notice, "club")) is not None}
    seen_cups = cups_seen(cups) if cups else set()
    seen_clubs = clubs_seen(clubs) if clubs else set()
    for notice in found:
        cup, club = _pair(notice, "cup"), _pair(notice, "club")
        notice.is_reachable = (cup is None or cup in seen_cups) and (club is None or club in seen_clubs)


def is_reachable(notice: Notice) -> bool:
    """Whether the reader may see what the notification is about, as set by `ask_reach`; otherwise it neither names it
    nor links to it.
    """
    return notice.is_reachable


def _ask_invitations(notices: list[Notice]) -> None:
    """The same for notifications of invitations to tables. A host withdraws one by removing or blocking the guest."""
    if not notices:
        return
    asked = Invitation.objects.exclude(state=Invitation.State.REMOVED)
    of_them = asked.filter(match__in={notice.match_id for notice in notices}, user__in={n.user_id for n in notices})
    found = set(of_them.values_list("match", "user"))
    for notice in notices:
        notice.is_reachable = (notice.match_id, notice.user_id) in found


def _pair(notice: Notice, key: str) -> tuple[str, int] | None:
    code = notice.facts.get(key)
    return None if not code else (str(code), notice.user_id)

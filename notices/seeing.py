"""Marking notifications as seen when a user looks at their subject: they need not be sent any more."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.besteffort import best_effort
from common.lookups import Numbers
from common.writes import Stamp
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice
from notices.outbox import Match

MOST_UNSEEN = 3
"""How many notifications of a kind that someone can cause at will may wait for a person to see them. Further ones are
not sent: what they are about is on the pages anyway.
"""


def unseen(*, user_id: int, now: datetime | None = None) -> QuerySet[Notice]:
    """The user's unseen notifications, except calls and reminders, which hold until the decision is made."""
    return Notice.objects.filter(user=user_id, seen_at=None, due__lte=now or timezone.now()).exclude(
        kind__in=CALLS | REMINDERS
    )


def is_pestered(*, user_id: int, kind: str, by: int) -> bool:
    """Whether a user has as many unseen notifications of this kind as a person, with all their bots, may cause."""
    caused = unseen(user_id=user_id).filter(Q(about=by) | Q(about__owner=by), kind=kind)
    return caused[:MOST_UNSEEN].count() == MOST_UNSEEN


def match_seen(*, match: Match, user_id: int) -> None:
    """Mark as seen all notifications about a match at which the user looks. Usually there are none to update."""
    first = _first_unseen(user_id, match.pk)
    if first and first[0] <= match.ply:
        with best_effort("that a match was seen"):
            _see(user_id, match.pk, match.ply, now=timezone.now())


def match_played(*, match: Match, user_id: int) -> None:
    """Like `match_seen`, in the transaction of an action whose player is shown the match as it is then.

    A transaction of its own would wait for the disk once more, with every action.
    """
    _see(user_id, match.pk, match.ply, now=timezone.now())


def list_seen(*, user_id: int) -> None:
    """Mark as seen all notifications of a user who looks at the list, except calls to decide and reminders."""
    _seen(unseen(user_id=user_id))


def requests_seen(*, user_id: int) -> None:
    """Mark friend requests as seen."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.FRIEND))


def cup_seen(*, code: str, user_id: int) -> None:
    """Mark as seen the notifications about a cup at whose page the user looks."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CUP, facts__cup=code))


def ladder_seen(*, game: str, user_id: int) -> None:
    """Mark as seen the notifications about a ladder at whose page the user looks."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.LADDER, facts__game=game))


def club_seen(*, code: str, user_id: int) -> None:
    """Mark as seen the notifications about a club at whose page the user looks."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CLUB, facts__club=code))


def challenge_seen(*, token: str, user_id: int) -> None:
    """Mark as seen the notifications about a deal that the user has sent, and at whose page they look."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CHALLENGE, facts__challenge=token))


def _of_match(user_id: int, match_id: int) -> QuerySet[Notice]:
    """The user's unseen notifications about a match."""
    return Notice.objects.filter(user=user_id, match_id=match_id, seen_at=None)


def _up_to(user_id: int, match_id: int, ply: int) -> QuerySet[Notice]:
    """Those up to a log position."""
    return _of_match(user_id, match_id).filter(ply__lte=ply)


_see = Stamp(_up_to, int, int, int, name="seen_at")
"""Marks these as seen, with every action."""

_first_unseen = Numbers(lambda *about: _of_match(*about).order_by("ply").values_list("ply")[:1], int, int)
"""The log position of the first of them, if there is one. Each poll of each page of a match asks for it."""


def _seen(found: QuerySet[Notice]) -> None:
    if found.exists():
        with best_effort("that notices were seen"):
            found.update(seen_at=timezone.now())

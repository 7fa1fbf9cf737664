"""Recording that someone has looked: what they have seen need not be sent to them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from common.besteffort import best_effort
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice
from notices.outbox import Match


def unseen(*, user_id: int, now: datetime | None = None) -> QuerySet[Notice]:
    """What the user has not looked at, except calls to decide: these stay until the decision is made."""
    return Notice.objects.filter(user=user_id, seen_at=None, due__lte=now or timezone.now()).exclude(
        kind__in=CALLS | REMINDERS
    )


def match_seen(*, match: Match, user_id: int) -> None:
    """The user looks at the match as it is now. Usually nothing is new then, and nothing is written."""
    unseen = Notice.objects.filter(user=user_id, match_id=match.pk, seen_at=None, ply__lte=match.ply)
    if unseen.exists():
        with best_effort("that a match was seen"):
            unseen.update(seen_at=timezone.now())


def list_seen(*, user_id: int) -> None:
    """The user looks at the list of notices. Calls to decide are not settled by reading about them."""
    _seen(unseen(user_id=user_id))


def requests_seen(*, user_id: int) -> None:
    """The user looks at their friend requests."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.FRIEND))


def cup_seen(*, code: str, user_id: int) -> None:
    """The user looks at the page of a cup."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CUP, facts__cup=code))


def ladder_seen(*, game: str, user_id: int) -> None:
    """The user looks at the page of a ladder."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.LADDER, facts__game=game))


def club_seen(*, code: str, user_id: int) -> None:
    """The user looks at a page of a club."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CLUB, facts__club=code))


def challenge_seen(*, token: str, user_id: int) -> None:
    """The user looks at the page of a deal they have sent."""
    _seen(unseen(user_id=user_id).filter(kind=Kind.CHALLENGE, facts__challenge=token))


def _seen(found: QuerySet[Notice]) -> None:
    if found.exists():
        with best_effort("that notices were seen"):
            found.update(seen_at=timezone.now())

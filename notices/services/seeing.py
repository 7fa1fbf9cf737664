"""That somebody has looked: what they have seen need not be sent to them."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match
from machupicchu.besteffort import best_effort
from notices.models import Notice


def match_seen(*, match: Match, user_id: int) -> None:
    """The user looks at the match as it stands now. Mostly nothing is new then, and nothing is written."""
    unseen = Notice.objects.filter(user=user_id, match=match, seen_at=None, ply__lte=match.ply)
    if unseen.exists():
        with best_effort("that a match was seen"):
            unseen.update(seen_at=timezone.now())


def list_seen(*, user_id: int) -> None:
    """The user looks at the list of notices. Calls to decide are not settled by reading that there is one."""
    unseen = Notice.objects.filter(user=user_id, seen_at=None, match=None)
    if unseen.exists():
        with best_effort("that notices were seen"):
            unseen.update(seen_at=timezone.now())

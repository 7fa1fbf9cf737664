"""Quarantine: pauses matches that cannot be read, so that they do not block others, and tells those who can repair
them.
"""

from django.db import transaction

from accounts.models import User
from accounts.moderators import who_may_repair
from games.models import Match
from games.models.match import LONGEST_TROUBLE
from games.selectors.access import seats_of
from games.services.live import broadcast
from notices.kinds import Kind
from notices.outbox import notify


def match_quarantine(*, match_id: int, ply: int | None, trouble: str, by: User | None = None) -> None:
    """Quarantine a running match, unless it has moved on from `ply` meanwhile (None: at any ply).

    `trouble` is for the people who run the site: the administration shows it. Everyone who may repair matches gets a
    notification that links there, except `by`, who has quarantined the match. Open pages show that it is paused.
    """
    matches = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    if ply is not None:
        matches = matches.filter(ply=ply)
    rests = {"asked_at": None, "deadline": None, "deadline_before": None}
    with transaction.atomic():
        if not matches.update(status=Match.Status.BROKEN, trouble=trouble[:LONGEST_TROUBLE], **rests):
            return
        match = Match.objects.get(pk=match_id)
        notify(kind=Kind.QUARANTINED, users=[user for user in who_may_repair() if user != by], match=match)
        broadcast.match_changed(match, seats_of(match))

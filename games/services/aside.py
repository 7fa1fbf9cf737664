"""Matches that cannot be read are taken out of the way of the others, and those who may mend them are told."""

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, transaction

from accounts.models import User
from accounts.moderators import those_who_mend
from games.models import Match
from games.selectors.access import seats_of
from games.services import tell
from games.services.leases import DEADLY
from notices.kinds import Kind
from notices.services.outbox import notify

LONGEST = 200

PASSING = (OperationalError, InterfaceError, SoftTimeLimitExceeded)
"""Troubles that pass, and no fault of a match: the database does not answer, or the time is up. The next call goes on.
"""

TRIED_AGAIN = (*PASSING, *DEADLY)
"""Where somebody holds a lease: what is deadly too often is found out there, see `leases.is_hopeless`."""


def match_set_aside(*, match_id: int, ply: int | None, trouble: str, by: User | None = None) -> None:
    """Set a running match aside, unless it has moved on from `ply` meanwhile (None: wherever it stands).

    `trouble` is for the people who run the site: it stands in the administration, to which a notice leads everybody who
    may mend matches, but `by`, who has set it aside. Open pages show that play rests.
    """
    matches = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    if ply is not None:
        matches = matches.filter(ply=ply)
    rests = {"asked_at": None, "deadline": None, "deadline_before": None}
    with transaction.atomic():
        if not matches.update(status=Match.Status.BROKEN, trouble=trouble[:LONGEST], **rests):
            return
        match = Match.objects.get(pk=match_id)
        notify(kind=Kind.ASIDE, users=[user for user in those_who_mend() if user != by], match=match)
        tell.match_changed(match, seats_of(match))

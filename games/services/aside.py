"""Matches that cannot be read are taken out of the way of the others."""

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError

from games.models import Match
from games.selectors.access import seats_of
from games.services import tell

LONGEST = 200

PASSING = (OperationalError, InterfaceError, SoftTimeLimitExceeded)
"""Troubles that pass, and no fault of a match: the database does not answer, or the time is up. The next call goes on.
"""


def match_set_aside(*, match_id: int, ply: int | None, trouble: str) -> None:
    """Set a running match aside, unless it has moved on from `ply` meanwhile (None: wherever it stands).

    `trouble` is for the people who run the site: it stands in the administration. Open pages show that play rests.
    """
    matches = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    if ply is not None:
        matches = matches.filter(ply=ply)
    found = matches.update(
        status=Match.Status.BROKEN, asked_at=None, deadline=None, deadline_before=None, trouble=trouble[:LONGEST]
    )
    if found:
        match = Match.objects.get(pk=match_id)
        tell.match_changed(match, seats_of(match))

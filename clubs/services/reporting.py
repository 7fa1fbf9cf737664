"""Reporting a club; for the moderators' side see `membership.reports` and `club_close`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club
from clubs.selectors import host_of
from common.refusals import Refused
from games.models import Report
from games.services.moderation.reports import check_may_report, shortened


def club_report(*, club: Club, reporter: User, reason: str, text: str) -> Report:
    """Report a club, for which its host is responsible, to the moderators.

    Reporting it again before they have settled the report adds nothing. Raises Refused for the host, and for bots.
    """
    check_may_report(reporter)
    host = host_of(club)
    if host == reporter:
        raise Refused(_("This is your own club."))
    facts = {"person": host, "reason": reason, "text": shortened(text), "club_name": club.name}
    return Report.objects.get_or_create(club=club, reporter=reporter, settled_at=None, defaults=facts)[0]

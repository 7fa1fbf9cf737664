"""Measures against the people in reports: caution, silence, ban; each settles the reports.

All raise Refused, before anything is done, for reports that the moderator may not settle: see `check_may_settle`.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Report
from games.services.moderation.reports import check_may_settle, reports_settle
from games.services.people.chat import silence_create
from membership.bans import ban_create
from membership.cautions import caution_create


def reported_caution(*, reports: QuerySet[Report], moderator: User, why: str, remove: bool = False) -> int:
    """Caution the people in the open ones of `reports`, with `why` as the text, and settle these; return the count.

    `remove` also removes the messages. Raises Refused for a blank text; then nothing was done.
    """
    check_may_settle(reports=reports, moderator=moderator)
    with transaction.atomic():
        for person, report in _people_locked(reports):
            caution_create(user=person, moderator=moderator, why=why, report=report)
        return reports_settle(reports=reports, moderator=moderator, remove=remove)


def reported_silence(
    *, reports: QuerySet[Report], moderator: User, days: int | None, why: str = "", remove: bool = True
) -> int:
    """Silence the people in the open ones of `reports` for `days` (None: for good), and settle these; return the count.

    `why` is the reason, by default that others have reported them. `remove` also removes the messages.
    """
    why = why.strip() or _("Others have reported you.")
    check_may_settle(reports=reports, moderator=moderator)
    with transaction.atomic():
        for person, report in _people_locked(reports):
            silence_create(user=person, moderator=moderator, days=days, why=why, report=report)
        return reports_settle(reports=reports, moderator=moderator, remove=remove)


def reported_ban(
    *, reports: QuerySet[Report], moderator: User, days: int | None, why: str = "", remove: bool = True
) -> int:
    """Ban the people in the open ones of `reports` for `days` (None: for good), and settle these; return the count.

    `why` is the reason, by default that others have reported them. `remove` also removes the messages. Raises Refused
    if one of them cannot be banned; then the reports stay open, and those before stay banned.
    """
    check_may_settle(reports=reports, moderator=moderator)
    why = why.strip() or _("Others have reported you.")
    until = None if days is None else timezone.now() + timedelta(days=days)
    for person, report in _people(reports):
        ban_create(user=person, moderator=moderator, until=until, why=why, report=report)
    return reports_settle(reports=reports, moderator=moderator, remove=remove)


def _people(reports: QuerySet[Report]) -> list[tuple[User, Report]]:
    """The people in the open ones of `reports`, each with the latest of these about them."""
    still_open = reports.filter(settled_at=None).order_by("made_at", "pk").select_related("person")
    latest = {report.person_id: report for report in still_open}
    return [(latest[person].person, latest[person]) for person in sorted(latest)]


def _people_locked(reports: QuerySet[Report]) -> list[tuple[User, Report]]:
    """Like `_people`, but locks the reports: a concurrent action on the same ones waits, and then finds none open."""
    asked = Report.objects.filter(pk__in=reports.values("pk"), settled_at=None).order_by("pk")
    return _people(Report.objects.filter(pk__in=list(asked.select_for_update().values_list("pk", flat=True))))

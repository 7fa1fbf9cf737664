"""Reporting people and what they write, and what moderators do about it."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.bans import ban_create
from accounts.cautions import caution_create
from accounts.models import User
from games.models import Message, Report
from games.models.chat import LONGEST_MESSAGE
from games.services.chat import messages_remove, silence_create
from games.services.refusals import Refused


def message_report(*, message: Message, reporter: User, reason: str, text: str) -> Report:
    """Ask the moderators to look at `message`, which `reporter` may read. Reporting again changes nothing."""
    if message.user_id == reporter.pk:
        raise Refused(_("This is your own message."))
    told = {"person": message.user, "reason": reason, "text": _shortened(text)}
    return Report.objects.get_or_create(message=message, reporter=reporter, defaults=told)[0]


def person_report(*, person: User, reporter: User, reason: str, text: str) -> Report:
    """Ask the moderators to look at what `person` does. Reporting again before they have adds nothing."""
    if person.pk == reporter.pk:
        raise Refused(_("This is you."))
    if person.is_computer:
        raise Refused(_("This is a computer player. Write to the people who run this site if it plays wrongly."))
    told = {"reason": reason, "text": _shortened(text)}
    return Report.objects.get_or_create(person=person, reporter=reporter, message=None, settled_at=None, defaults=told)[
        0
    ]


def reports_settle(*, reports: QuerySet[Report], moderator: User, remove: bool = False) -> int:
    """Settle the open ones of `reports`, and `remove` the messages they are about. Returns how many were open."""
    with transaction.atomic():
        still_open = reports.filter(settled_at=None)
        if remove:
            messages_remove(messages=list(still_open.exclude(message=None).values_list("message", flat=True)))
        return still_open.update(settled_at=timezone.now(), settled_by=moderator)


def reported_caution(*, reports: QuerySet[Report], moderator: User, why: str, remove: bool = False) -> int:
    """Tell the people of the open ones of `reports` in words what they should not do again, and settle them.

    `remove` also takes the messages away. Raises Refused for empty words; then nothing was done.
    """
    with transaction.atomic():
        for person in _people_locked(reports):
            caution_create(user=person, moderator=moderator, why=why)
        return reports_settle(reports=reports, moderator=moderator, remove=remove)


def reported_silence(*, reports: QuerySet[Report], moderator: User, days: int | None) -> int:
    """Keep the people of the open ones of `reports` from writing for `days`, None for good; remove what they wrote."""
    with transaction.atomic():
        for person in _people_locked(reports):
            silence_create(user=person, moderator=moderator, days=days, why=_("Others have reported you."))
        return reports_settle(reports=reports, moderator=moderator, remove=True)


def reported_ban(*, reports: QuerySet[Report], moderator: User, days: int | None) -> int:
    """Ban the people of the open ones of `reports` for `days`, None for good, remove what they wrote, and settle them.

    Raises Refused when one of them cannot be banned; those before stay banned.
    """
    until = None if days is None else timezone.now() + timedelta(days=days)
    for person in _people(reports):
        ban_create(user=person, moderator=moderator, until=until, why=_("Others have reported you."))
    return reports_settle(reports=reports, moderator=moderator, remove=True)


def _people(reports: QuerySet[Report]) -> list[User]:
    return list(User.objects.filter(pk__in=reports.filter(settled_at=None).values("person")))


def _people_locked(reports: QuerySet[Report]) -> list[User]:
    """Like `_people`, in a transaction: who does something about the same reports meanwhile waits, and finds none."""
    asked = Report.objects.filter(pk__in=reports.values("pk"), settled_at=None).order_by("pk")
    people = set(asked.select_for_update().values_list("person", flat=True))
    return list(User.objects.filter(pk__in=people).order_by("pk"))


def _shortened(text: str) -> str:
    return text.strip()[:LONGEST_MESSAGE]

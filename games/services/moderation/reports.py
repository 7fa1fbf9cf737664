"""Reports about people and what they write; `membership.reports` handles what moderators do about them."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from common.visible import is_seen
from games.models import Message, Report
from games.models.chat import LONGEST_MESSAGE
from games.services.people.chat import messages_remove


def message_report(*, message: Message, reporter: User, reason: str, text: str) -> Report:
    """Report `message`, which `reporter` may read, to the moderators. Reporting it again changes nothing."""
    if message.user_id == reporter.pk:
        raise Refused(_("That’s your own message."))
    facts = {"person": message.user, "reason": reason, "text": shortened(text)}
    return Report.objects.get_or_create(message=message, reporter=reporter, defaults=facts)[0]


def person_report(*, person: User, reporter: User, reason: str, text: str) -> Report:
    """Report what `person` does to the moderators. Reporting again before they have looked changes nothing."""
    if person.pk == reporter.pk:
        raise Refused(_("That’s you."))
    if person.is_computer:
        raise Refused(_("This is a computer player. If it plays wrongly, write to the people who run this site."))
    facts = {"reason": reason, "text": shortened(text)}
    return Report.objects.get_or_create(
        person=person, reporter=reporter, message=None, club_name="", settled_at=None, defaults=facts
    )[0]


def reports_settle(*, reports: QuerySet[Report], moderator: User, remove: bool = False) -> int:
    """Settle those of `reports` that are open, and `remove` the messages they are about. Returns how many were open."""
    with transaction.atomic():
        still_open = reports.filter(settled_at=None)
        if remove:
            messages_remove(messages=list(still_open.exclude(message=None).values_list("message", flat=True)))
        return still_open.update(settled_at=timezone.now(), settled_by=moderator)


def shortened(text: str) -> str:
    """The text as it is stored: at most `LONGEST_MESSAGE` characters, empty if nothing of it can be seen."""
    return text.strip()[:LONGEST_MESSAGE] if is_seen(text) else ""

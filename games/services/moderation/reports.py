"""Reports about people and what they write; `membership.reports` handles what moderators do about them."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderators import who_may_settle
from common.refusals import Refused
from common.visible import is_seen
from games.models import Match, Message, Report
from games.models.chat import LONGEST_MESSAGE
from games.selectors.moderation import concerning
from games.services.people.chat import messages_remove


def message_report(*, message: Message, reporter: User, reason: str, text: str) -> Report:
    """Report `message`, which `reporter` may read, to the moderators. Doing it again changes nothing.

    Raises Refused for one's own message, and for bots.
    """
    check_may_report(reporter)
    if message.user_id == reporter.pk:
        raise Refused(_("That’s your own message."))
    facts = {"person": message.user, "reason": reason, "text": shortened(text)}
    return Report.objects.get_or_create(message=message, reporter=reporter, defaults=facts)[0]


def person_report(*, person: User, reporter: User, reason: str, text: str) -> Report:
    """Report what `person` does to the moderators. Doing it again before they have settled it changes nothing.

    Raises Refused for oneself, for computer players, and for bots as reporters.
    """
    check_may_report(reporter)
    if person.pk == reporter.pk:
        raise Refused(_("That’s you."))
    if person.is_computer:
        raise Refused(_("This is a computer player. If it plays wrongly, write to the people who run this site."))
    facts = {"reason": reason, "text": shortened(text)}
    return Report.objects.get_or_create(
        person=person, reporter=reporter, message=None, club_name="", settled_at=None, defaults=facts
    )[0]


def check_may_report(reporter: User) -> None:
    """Raise Refused for a bot: its owner can report the same thing only once, and must not have five more voices."""
    if reporter.is_bot:
        raise Refused(_("Bots cannot report anything. Their owners can."))


def reports_settle(*, reports: QuerySet[Report], moderator: User, remove: bool = False) -> int:
    """Settle those of `reports` that are open, and `remove` the messages they are about. Returns how many were open.

    Raises Refused as `check_may_settle` does.
    """
    check_may_settle(reports=reports, moderator=moderator)
    with transaction.atomic():
        still_open = reports.filter(settled_at=None)
        if remove:
            messages_remove(messages=list(still_open.exclude(message=None).values_list("message", flat=True)))
        return still_open.update(settled_at=timezone.now(), settled_by=moderator)


def check_may_settle(*, reports: QuerySet[Report], moderator: User) -> None:
    """Check whether a moderator may settle all open ones of `reports`. Raises Refused if they, or a bot of theirs, made
    one of these or are the person it is about.

    Superusers may if all others who could are in the report too: they run the site, perhaps alone.
    """
    mine = list(reports.filter(concerning(moderator), settled_at=None).select_related("person", "reporter"))
    others = set(who_may_settle().values_list("pk", flat=True)) if mine and moderator.is_superuser else set()
    for report in mine:
        involved = {report.person.household, report.reporter.household}
        if moderator.is_superuser and not others - involved:
            continue
        if report.person.household == moderator.pk:
            raise Refused(_("This report is about you or your bot. Ask another moderator."))
        raise Refused(_("You made this report yourself. Ask another moderator."))


def reports_keep(*, match: Match) -> None:
    """Keep the reports about messages of a table that is about to be deleted, as reports about those who wrote them,
    which quote the message. The caller has a transaction that locks the match.
    """
    reports = list(Report.objects.filter(message__match=match).select_related("message").order_by("pk"))
    people = {report.person_id for report in reports}
    about = Report.objects.filter(person__in=people, message=None, club_name="", settled_at=None)
    waiting = {(report.person_id, report.reporter_id): report for report in about}
    kept: dict[int, Report] = {}
    for report in reports:
        assert report.message is not None
        text, pair = f"“{report.message.text}” {report.text}", (report.person_id, report.reporter_id)
        if report.settled_at is None and pair in waiting:  # only one such report may wait
            text, report = f"{text} {waiting[pair].text}", waiting[pair]
        report.message, report.text = None, shortened(text)
        kept[report.pk] = report
        if report.settled_at is None:
            waiting[pair] = report
    Report.objects.bulk_update(kept.values(), ["message", "text"])


def shortened(text: str) -> str:
    """The text as it is stored: at most `LONGEST_MESSAGE` characters, empty if nothing of it can be seen."""
    return text.strip()[:LONGEST_MESSAGE] if is_seen(text) else ""

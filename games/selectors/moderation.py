"""Work for the people who run the site: reports, matches on hold, the outbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Q
from django.urls import reverse

from games.models import Action, Match, Message, Report, Seat
from notices.models import Delivery, Notice

if TYPE_CHECKING:
    from accounts.models import User

LATE = timedelta(minutes=2)
"""Due deliveries older than this are late: they are normally sent within seconds."""

EARLIER, AFTER = 6, 5
"""Chat messages shown before and after one that was reported."""
SHARED = 8
"""How many games shared by two people are shown, latest first."""
PAST = 20
"""How many earlier reports, cautions, silences and bans are shown, of each kind."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many reports and matches are waiting for a moderator, and the state of the outbox."""

    reports: int
    broken: int
    unplanned: int
    late: int
    failed: int


def waiting(user: User, now: datetime) -> Waiting:
    """The counts of work that waits for `user`, each by an index; `failed` counts the deliveries that failed within a
    day.
    """
    late = Delivery.objects.filter(state=Delivery.State.WAITING, due__lt=now - LATE)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, ended_at__gt=now - timedelta(days=1))
    return Waiting(
        reports=reports_waiting(user),
        broken=Match.objects.filter(status=Match.Status.BROKEN).count(),
        unplanned=Notice.objects.filter(planned=False, due__lt=now - LATE).count(),
        late=late.count(),
        failed=failed.count(),
    )


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game that the reporter and the reported person have played, and its state at that moment."""

    match: Match
    step: int
    moment: datetime
    path: str
    """The page that shows this step if a moderator may see it, otherwise the match in the administration."""


@dataclass(frozen=True, slots=True)
class Past:
    """Something in the past of a person: a report about them, or a measure against them.

    `kind` is one of ban, silence, caution and report; `why` the reason in words, `by` who issued or reported it;
    `until` the end of a ban or silence, None for good. `report` is the report itself, or the one that led to the
    measure, None if there was none or it is not known. `is_over` means that a ban was lifted, or a report settled.
    """

    kind: str
    made_at: datetime
    why: str
    by: User | None
    until: datetime | None = None
    report: Report | None = None
    is_over: bool = False


def not_about(user: User) -> Q:
    """Condition on reports: those that `user` may see and settle. Moderators see none about themselves or their bots,
    so that nobody is afraid to report them; superusers see all.
    """
    return Q() if user.is_superuser else ~Q(person=user) & ~Q(person__owner=user)


def concerning(user: User) -> Q:
    """Condition on reports: those that `user` or a bot of theirs made, or that are about one of them."""
    return Q(person=user) | Q(person__owner=user) | Q(reporter=user) | Q(reporter__owner=user)


def said_around(report: Report) -> list[Message]:
    """The reported message among those before and after it; without one, the person's latest messages to players."""
    if report.message is None:
        latest = Message.objects.filter(user=report.person, channel=Message.Channel.PLAYERS).order_by("-pk")
        return list(latest.select_related("user")[:EARLIER])[::-1]
    near = Message.objects.filter(match=report.message.match_id, channel=report.message.channel).select_related("user")
    earlier = list(near.filter(pk__lte=report.message_id).order_by("-pk")[:EARLIER])[::-1]
    return [*earlier, *near.filter(pk__gt=report.message_id).order_by("pk")[:AFTER]]


def shared_games(report: Report) -> list[SharedGame]:
    """The games of both people, the one of the message first, then the latest, each with its step when the message was
    written or the report was made.
    """
    moment = report.made_at if report.message is None else report.message.written_at
    both = Match.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.FINISHED], started_at__lte=moment)
    for person in (report.person_id, report.reporter_id):
        both = both.filter(pk__in=Seat.objects.filter(user=person).values("match"))
    latest = list(both.order_by("-changed_at")[:SHARED])
    if report.message is not None:
        written_in = Match.objects.get(pk=report.message.match_id)
        latest = [written_in, *(match for match in latest if match != written_in)][:SHARED]
    played = Q(kind=Action.Kind.PLAY, undone=False, made_at__lte=moment)
    entries = Action.objects.filter(match__in=latest).values_list("match")
    steps = dict(entries.annotate(steps=Count("pk", filter=played)).values_list("match", "steps"))
    return [_shared(match, steps.get(match.pk, 0), moment) for match in latest]


def _shared(match: Match, step: int, moment: datetime) -> SharedGame:
    is_public = match.access == Match.Access.ANYBODY and match.status != Match.Status.OPEN
    path = f"{reverse('match_replay', args=[match.code])}?step={step}"
    return SharedGame(match, step, moment, path if is_public else reverse("admin:games_match_change", args=[match.pk]))


def past_of(person: User, *, reader: User | None = None, but: Report | None = None) -> list[Past]:
    """The measures against a person and the reports about them, latest first; the report `but` is left out, and those
    that are not for the `reader`.

    At most `PAST` of each kind, by as many queries as there are kinds.
    """
    reports = Report.objects.filter(person=person)
    if reader is not None and reader.pk in (person.pk, person.owner_id):
        reports = reports.filter(not_about(reader))
    if but is not None:
        reports = reports.exclude(pk=but.pk)
    silences = person.silences.order_by("-made_at")
    found = [
        *(
            Past("ban", each.made_at, each.why, each.made_by, each.until, each.report, each.lifted_at is not None)
            for each in person.bans.select_related("made_by", "report")[:PAST]
        ),
        *(
            Past("silence", each.made_at, each.why, each.made_by, each.until, each.report)
            for each in silences.select_related("made_by", "report")[:PAST]
        ),
        *(
            Past("caution", each.made_at, each.why, each.made_by, report=each.report)
            for each in person.cautions.select_related("made_by", "report")[:PAST]
        ),
        *(
            Past("report", each.made_at, each.get_reason_display(), each.reporter, None, each, bool(each.settled_at))
            for each in reports.select_related("reporter").order_by("-made_at")[:PAST]
        ),
    ]
    return sorted(found, key=lambda each: each.made_at, reverse=True)


def reports_waiting(user: User) -> int:
    """How many open reports `user` may settle: none that concerns them, unless they run the site."""
    settled_by_others = Q() if user.is_superuser else ~concerning(user)
    return Report.objects.filter(settled_by_others, settled_at=None).count()

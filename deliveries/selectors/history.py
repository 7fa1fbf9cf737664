"""Queries about what was sent to a user, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Max, Prefetch, Q, Window
from django.db.models.functions import Coalesce, RowNumber
from django.utils.timezone import now

from accounts.models import User
from deliveries.selectors.truth import notices_by_id, outdated, with_match
from deliveries.words import Told, told
from notices.kinds import CALLS, REMINDERS, Channel
from notices.models import Delivery, Notice

PAGE = 30

OF_A_MATCH = 8
"""The most notices listed for one match."""

LATELY, MOST = timedelta(hours=12), 10
"""How old, and how many, notices may be that a reconnected page still shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A notice in words and, if requested, its delivery state by channel."""

    notice: Notice
    told: Told
    deliveries: tuple[Delivery, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """The notices about one match, the latest first; or one notice that is about no match."""

    entries: tuple[Entry, ...]

    @property
    def latest(self) -> Entry:
        """The entry shown on the line."""
        return self.entries[0]

    @property
    def is_new(self) -> bool:
        """Whether the latest was not looked at, and is not a call that has been answered since."""
        notice = self.latest.notice
        return notice.seen_at is None and not (notice.kind in CALLS | REMINDERS and outdated(notice))


def entries_of(user: User, *, before: int | None = None) -> tuple[list[Entry], int | None]:
    """The notices of `user`, one by one, the latest first, and the key of the next page. Three queries."""
    notices = with_match(Notice.objects.filter(user=user, due__lte=now())).order_by("-pk")
    found = list((notices if before is None else notices.filter(pk__lt=before))[: PAGE + 1])
    return [Entry(notice, told(notice)) for notice in found[:PAGE]], found[PAGE - 1].pk if len(found) > PAGE else None


def history(user: User, *, before: int | None = None) -> tuple[list[Line], int | None]:
    """The notices of `user`, a line for each match, the latest first, and the key of the next page, if any.

    Four queries, however many there are. What is not due yet is not shown.
    """
    own = Notice.objects.filter(user=user, due__lte=now()).annotate(line=Coalesce("match", -F("pk")))
    lines = own.order_by().values("line").annotate(latest=Max("pk")).order_by("-latest")
    if before is not None:
        lines = lines.filter(latest__lt=before)
    found = list(lines.values_list("line", "latest")[: PAGE + 1])
    matches, others = [line for line, _key in found[:PAGE] if line > 0], [key for line, key in found[:PAGE] if line < 0]
    place = Window(RowNumber(), partition_by="line", order_by=F("pk").desc())
    listed = own.filter(Q(match__in=matches) | Q(pk__in=others)).annotate(place=place).filter(place__lte=OF_A_MATCH)
    # By their keys: a match is a large row, which is not read for what is left out.
    told_of = Notice.objects.filter(pk__in=listed.values("pk"))
    entries: dict[int, list[Entry]] = {line: [] for line, _key in found[:PAGE]}
    deliveries = Prefetch("deliveries", queryset=Delivery.objects.select_related("browser").order_by("id"))
    for notice in with_match(told_of).prefetch_related(deliveries).order_by("-pk"):
        entries[notice.match_id or -notice.pk].append(Entry(notice, told(notice), tuple(notice.deliveries.all())))
    return [Line(tuple(line)) for line in entries.values()], found[PAGE - 1][1] if len(found) > PAGE else None


@dataclass(frozen=True, slots=True)
class Shown:
    """A notice shown on open pages: `code` is its id there, `ago` how many seconds ago it was shown."""

    code: str
    ago: int
    told: Told


def lately_shown(user: User) -> list[Shown]:
    """Recent notices to open pages of `user` that are still unseen, the oldest first, at most `MOST`.

    A page whose connection was lost has missed them. One query if there are none, five if there are.
    """
    moment = now()
    shown = Delivery.objects.filter(user=user, channel=Channel.PAGES, state=Delivery.State.SENT)
    shown = shown.filter(ended_at__gt=moment - LATELY, notice__seen_at=None).order_by("-ended_at")
    deliveries = list(shown[:MOST])[::-1]
    notices = notices_by_id(delivery.notice_id for delivery in deliveries) if deliveries else {}
    return [
        Shown(delivery.code, int((moment - delivery.ended_at).total_seconds()), told(notices[delivery.notice_id]))
        for delivery in deliveries
        if delivery.ended_at is not None and delivery.notice_id in notices
    ]

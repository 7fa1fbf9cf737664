"""Queries about the notifications of a user and their deliveries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Max, Prefetch, Q, Window
from django.db.models.functions import Coalesce, RowNumber
from django.utils.timezone import now

from accounts.models import User
from deliveries.selectors.reach import ask_reach, is_reachable
from deliveries.selectors.relevance import notices_by_id, obsolete_reason, with_match
from deliveries.words import NoticeText, text_of
from notices.kinds import CALLS, REMINDERS, Channel
from notices.models import Delivery, Notice

PAGE = 30
"""Lines on a page."""

OF_A_MATCH = 8
"""The maximum number of notifications listed for one match."""

LATELY, MOST = timedelta(hours=12), 10
"""The maximum age and number of notifications that a reconnected page still shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A notification with its text and, if requested, its deliveries."""

    notice: Notice
    wording: NoticeText
    deliveries: tuple[Delivery, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """The notifications about one match, latest first; or one that is not about a match."""

    entries: tuple[Entry, ...]

    @property
    def latest(self) -> Entry:
        """The entry shown on the line."""
        return self.entries[0]

    @property
    def is_new(self) -> bool:
        """Whether the latest one is unseen, and not a call or reminder that is no longer true."""
        notice = self.latest.notice
        return notice.seen_at is None and not (notice.kind in CALLS | REMINDERS and obsolete_reason(notice))


def entries_of(user: User, *, before: int | None = None) -> tuple[list[Entry], int | None]:
    """A page of the notifications of `user`, latest first, and the `before` of the next page, if any. Two queries,
    and those of `ask_reach`.
    """
    notices = with_match(Notice.objects.filter(user=user, due__lte=now())).order_by("-pk")
    found = list((notices if before is None else notices.filter(pk__lt=before))[: PAGE + 1])
    ask_reach(found)
    following = found[PAGE - 1].pk if len(found) > PAGE else None
    return [Entry(notice, text_of(notice)) for notice in found[:PAGE]], following


def history(user: User, *, before: int | None = None) -> tuple[list[Line], int | None]:
    """A page of the notifications of `user`, a line per match, latest first, and the `before` of the next page, if any.

    Four queries and those of `ask_reach`, however many there are. Those not due yet are left out.
    """
    own = Notice.objects.filter(user=user, due__lte=now()).annotate(line=Coalesce("match", -F("pk")))
    lines = own.order_by().values("line").annotate(latest=Max("pk")).order_by("-latest")
    if before is not None:
        lines = lines.filter(latest__lt=before)
    found = list(lines.values_list("line", "latest")[: PAGE + 1])
    matches = [line for line, _key in found[:PAGE] if line > 0]
    others = [key for line, key in found[:PAGE] if line < 0]
    place = Window(RowNumber(), partition_by="line", order_by=F("pk").desc())
    listed = own.filter(Q(match__in=matches) | Q(pk__in=others)).annotate(place=place).filter(place__lte=OF_A_MATCH)
    # By primary key: a match is a large row, so it is read only for notifications that are shown.
    shown = Notice.objects.filter(pk__in=listed.values("pk"))
    entries: dict[int, list[Entry]] = {line: [] for line, _key in found[:PAGE]}
    deliveries = Prefetch("deliveries", queryset=Delivery.objects.select_related("browser").order_by("id"))
    notices = list(with_match(shown).prefetch_related(deliveries).order_by("-pk"))
    ask_reach(notices)
    for notice in notices:
        entries[notice.match_id or -notice.pk].append(Entry(notice, text_of(notice), tuple(notice.deliveries.all())))
    following = found[PAGE - 1][1] if len(found) > PAGE else None
    return [Line(tuple(line)) for line in entries.values()], following


@dataclass(frozen=True, slots=True)
class Shown:
    """A notification shown on open pages: `code` is its id there, `ago` the seconds since it was shown."""

    code: str
    ago: int
    wording: NoticeText


def lately_shown(user: User) -> list[Shown]:
    """Recent notifications to open pages of `user` that are still unseen, oldest first, at most `MOST`.

    A page whose connection was lost may have missed them. Those about what the user may no longer see are left out. One
    query if there are none, otherwise five and those of `ask_reach`.
    """
    moment = now()
    shown = Delivery.objects.filter(user=user, channel=Channel.PAGES, state=Delivery.State.SENT)
    shown = shown.filter(ended_at__gt=moment - LATELY, notice__seen_at=None).order_by("-ended_at")
    deliveries = list(shown[:MOST])[::-1]
    notices = notices_by_id(delivery.notice_id for delivery in deliveries) if deliveries else {}
    return [
        Shown(delivery.code, int((moment - delivery.ended_at).total_seconds()), text_of(notices[delivery.notice_id]))
        for delivery in deliveries
        if delivery.ended_at is not None and delivery.notice_id in notices and is_reachable(notices[delivery.notice_id])
    ]

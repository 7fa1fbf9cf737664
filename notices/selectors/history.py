"""What was sent to somebody and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, Q
from django.utils.timezone import now

from accounts.models import User
from notices.kinds import Channel
from notices.models import Delivery, Notice
from notices.selectors.truth import notices_by_id, with_match
from notices.words import Told, told

PAGE = 30

LATELY, MOST = timedelta(hours=12), 10
"""How long ago, and how many, a page that was cut off may still show."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A notice in words, and what became of it by each channel."""

    notice: Notice
    told: Told
    deliveries: tuple[Delivery, ...]


def history(user: User, *, before: int | None = None) -> tuple[list[Entry], int | None]:
    """The notices of `user`, the latest first, and the key to go on from (None on the last page).

    Four queries, however many there are. What is not due yet is not shown.
    """
    deliveries = Delivery.objects.select_related("browser").order_by("id")
    notices = with_match(Notice.objects.filter(user=user, due__lte=now()))
    notices = notices.prefetch_related(Prefetch("deliveries", queryset=deliveries)).order_by("-made_at", "-id")
    if before is not None:
        moment: datetime | None = Notice.objects.filter(user=user, pk=before).values_list("made_at", flat=True).first()
        if moment is not None:
            notices = notices.filter(Q(made_at__lt=moment) | Q(made_at=moment, pk__lt=before))
    found = list(notices[: PAGE + 1])
    entries = [Entry(notice, told(notice), tuple(notice.deliveries.all())) for notice in found[:PAGE]]
    return entries, found[PAGE - 1].pk if len(found) > PAGE else None


@dataclass(frozen=True, slots=True)
class Shown:
    """A notice that open pages were told of: `code` is what they know it by, `ago` how many seconds ago it was."""

    code: str
    ago: int
    told: Told


def lately_shown(user: User) -> list[Shown]:
    """What the open pages of `user` were told lately and nobody has seen, the oldest first, at most `MOST`.

    A page whose connection was lost has missed it. One query where there is nothing, five where there is.
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

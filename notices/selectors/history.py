"""What was sent to somebody and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q
from django.utils.timezone import now

from accounts.models import User
from notices.models import Delivery, Notice
from notices.selectors.truth import with_match
from notices.words import Told, told

PAGE = 30


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

"""What waits for the people who run the site."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Match, Report
from notices.models import Delivery, Notice

LATE = timedelta(minutes=2)
"""What is due is sent within seconds."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many reports and matches wait for a moderator, and how the outbox stands."""

    reports: int
    broken: int
    unplanned: int
    late: int
    failed: int


def waiting(now: datetime) -> Waiting:
    """Five counts by indexes; `failed` are the deliveries of a day that could not be made."""
    late = Delivery.objects.filter(state=Delivery.State.WAITING, due__lt=now - LATE)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, ended_at__gt=now - timedelta(days=1))
    return Waiting(
        reports=Report.objects.filter(settled_at=None).count(),
        broken=Match.objects.filter(status=Match.Status.BROKEN).count(),
        unplanned=Notice.objects.filter(planned=False, due__lt=now - LATE).count(),
        late=late.count(),
        failed=failed.count(),
    )

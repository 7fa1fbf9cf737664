"""Deleting what nobody looks up any more."""

from datetime import timedelta

from django.utils import timezone

from games.services.live.events import events_forget
from notices.models import Notice

KEPT = timedelta(days=90)
BATCH = 2000


def notices_forget() -> int:
    """Delete the notices older than `KEPT` with their deliveries, some at a time. Returns how many notices.

    The numbers by which programs know them are deleted too.
    """
    events_forget()
    total = 0
    while old := list(Notice.objects.filter(made_at__lt=timezone.now() - KEPT).values_list("pk", flat=True)[:BATCH]):
        Notice.objects.filter(pk__in=old).delete()
        total += len(old)
    return total

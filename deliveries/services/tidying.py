"""Deleting old notifications."""

from datetime import timedelta

from django.utils import timezone

from notices.models import Notice

KEPT = timedelta(days=90)
"""How long notifications are kept."""

BATCH = 2000
"""The number of notifications deleted in one transaction, so that none holds locks for long."""


def notices_forget() -> int:
    """Delete notifications older than `KEPT` with their deliveries, in batches. Returns the number of notifications."""
    total = 0
    while old := list(Notice.objects.filter(made_at__lt=timezone.now() - KEPT).values_list("pk", flat=True)[:BATCH]):
        Notice.objects.filter(pk__in=old).delete()
        total += len(old)
    return total

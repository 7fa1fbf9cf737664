"""Fan-out: create a delivery of each due notification for every channel that its user wants."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from deliveries.selectors.preferences import Channels, channels_of, is_too_quick_for_mail
from deliveries.selectors.relevance import notices_by_id, reminder_due
from games.services.upkeep import heartbeat
from notices.kinds import NO_WAIT, REMINDERS, WAIT, Channel, Kind
from notices.models import Delivery, Notice

BATCH = 200
"""The number of notifications processed in one transaction."""


def fan_out() -> int:
    """Create the deliveries of up to `BATCH` due notifications. Returns the number of notifications processed.

    One that its user has seen meanwhile needs none: at a table where all are present, that is every turn.

    Safe to run twice at once: PostgreSQL skips rows that another worker has locked, SQLite has a single writer, and a
    delivery is unique.
    """
    now = timezone.now()
    unplanned = Notice.objects.filter(planned=False, due__lte=now)
    if not heartbeat.is_up(now):  # clocks have not been corrected for the site's downtime yet: deadlines will move
        unplanned = unplanned.exclude(kind__in=REMINDERS)
    if not unplanned.exists():  # usually; checking first does not block writers
        return 0
    with transaction.atomic():
        seen = unplanned.filter(seen_at__isnull=False).exclude(kind__in=[*REMINDERS, Kind.TEST])
        ended = seen.update(planned=True)
        locked = unplanned.select_for_update(skip_locked=True).order_by("due").values_list("pk", flat=True)
        notices = list(notices_by_id(locked[:BATCH]).values())
        planned = [notice for notice in notices if not _postpone(notice, now)]
        channels = channels_of(notice.user_id for notice in planned)
        deliveries = [delivery for notice in planned for delivery in _deliveries(notice, channels[notice.user_id])]
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
        Notice.objects.filter(pk__in=[notice.pk for notice in planned]).update(planned=True)
    return ended + len(notices)


def _postpone(notice: Notice, now: datetime) -> bool:
    """Postpone a reminder whose deadline has moved since it was written. False: it is due, or no reminder."""
    due = reminder_due(notice) if notice.kind in REMINDERS else None
    if due is None or due <= now:
        return False
    Notice.objects.filter(pk=notice.pk).update(due=due)
    return True


def _deliveries(notice: Notice, channels: Channels) -> list[Delivery]:
    made = []
    for channel in channels.available():
        if not _goes_by(notice, channel, channels):
            continue
        due = notice.due if notice.kind in NO_WAIT else notice.due + WAIT[Channel(channel)]
        for browser in channels.browsers if channel == Channel.PUSH else [None]:
            target = browser.pk if browser is not None else 0
            made.append(
                Delivery(
                    notice=notice, user_id=notice.user_id, channel=channel, browser=browser, target=target, due=due
                )
            )
    return made


def _goes_by(notice: Notice, channel: str, channels: Channels) -> bool:
    if notice.kind == Kind.TEST:
        return channel in (Channel.PAGES, notice.facts.get("channel"))
    if channel == Channel.MAIL and is_too_quick_for_mail(notice):
        return False
    return channels.wants(notice.kind, channel)

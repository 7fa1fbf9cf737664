"""Gives the time in which the site was down back to everyone whose clock was running.

The site is down while the task `games.clocks` does not run, and also while it runs but finds no page served: then
nobody could act.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from games.models import Heartbeat, Match, Seat
from games.paces import counted, later
from games.services.upkeep.putting_back import forget_what_is_held, put_back
from games.services.upkeep.site_probe import pages_are_served
from notices.kinds import CALLS
from notices.models import Notice

log = logging.getLogger(__name__)

SILENCE = timedelta(seconds=30)
"""The site touches its heartbeat every five seconds; a silence this long means that it was down or unable to work."""

CHUNK = 1000
"""The number of matches fetched, and written, at once."""


def beat() -> timedelta:
    """Record that the site is alive. After a longer silence every running clock gets that time back; returns how much.

    While no page is served the silence continues: its time is given back once pages are served again. Deadlines and
    heartbeat are written in one transaction, and the row of the heartbeat is locked: running twice, or dying in the
    middle, gives time back exactly once. A heartbeat from the future means that the date was ahead: see `putting_back`.
    """
    now = timezone.now()
    is_served = pages_are_served()
    with transaction.atomic():
        Heartbeat.objects.get_or_create(pk=Heartbeat.ONLY, defaults={"last_beat_at": now, "last_page_served_at": now})
        last = Heartbeat.objects.select_for_update().get(pk=Heartbeat.ONLY)
        if max(last.last_beat_at, last.last_page_served_at or last.last_beat_at) > now + SILENCE:
            log.error("the last heartbeat is from the future, %s: the date was ahead; ignoring it", last)
            put_back(now=now)
            forget_what_is_held()
            Heartbeat.objects.update(last_beat_at=now, last_page_served_at=now)
            return timedelta()
        if now <= last.last_beat_at:
            return timedelta()
        since = last.last_page_served_at or last.last_beat_at
        if not is_served:
            if last.last_beat_at - since < SILENCE <= now - since:
                log.error("no page has been served since %s: clocks are stopped until one is", since)
            Heartbeat.objects.update(last_beat_at=now, last_page_served_at=since)
            return timedelta()
        silence = now - since
        if silence < SILENCE:
            silence = timedelta()
        else:
            _give_back(since, now)
            log.warning("the site was down for %s: running clocks get that time back", silence)
        Heartbeat.objects.update(last_beat_at=now, last_page_served_at=now)
    return silence


def is_up(now: datetime) -> bool:
    """Whether the site has been alive until now: if not, it is not known yet how much time will be given back."""
    last = Heartbeat.objects.first()
    return last is None or now - (last.last_page_served_at or last.last_beat_at) < SILENCE


def _give_back(since: datetime, now: datetime) -> None:
    """Move running deadlines, and those that an undo would restore, by the time that their clocks have run since the
    last sign of life. Weekends and vacations, during which a clock stands still, are not given back.
    """
    running = Match.objects.filter(status=Match.Status.RUNNING, deadline__isnull=False)
    away = Seat.objects.filter(match=OuterRef("pk"), user__away_until__gt=since)
    plain = Q(~Exists(away), weekends_off=False, changed_at__lte=since)
    silence = now - since
    running.filter(plain).update(deadline=F("deadline") + silence, deadline_before=F("deadline_before") + silence)
    others = running.exclude(plain).prefetch_related("seats__user")
    # Between the start of the site and this moment someone may have acted: no turn gets back time from before it
    # began.
    begun = dict(
        Notice.objects.filter(match__in=running.filter(changed_at__gt=since), kind__in=CALLS, made_at__gt=since)
        .values_list("match_id")
        .annotate(Max("made_at"))
    )
    moved = []
    for match in others.select_for_update().iterator(CHUNK):
        assert match.deadline is not None
        seats = {seat.number: seat for seat in match.seats.all()}
        waiting = None if match.waits_for is None else seats[match.waits_for]
        # Whose turn an undo would restore is only in the log; whose time zone is used hardly ever matters.
        weekends = match.weekends_of(waiting)
        ran_from = max(since, begun.get(match.pk, since))  # the turn may have begun a moment ago
        ran_from = ran_from if waiting is None else match.counts_from(waiting, ran_from)
        match.deadline = later(match.deadline, counted(ran_from, now, weekends=weekends), weekends=weekends)
        if match.deadline_before is not None:
            before = counted(since, now, weekends=weekends)
            match.deadline_before = later(match.deadline_before, before, weekends=weekends)
        moved.append(match)
    Match.objects.bulk_update(moved, ["deadline", "deadline_before"], batch_size=CHUNK)

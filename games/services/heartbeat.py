"""Time in which the site was down is given back to everybody whose clock ran."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, Match
from games.paces import later

log = logging.getLogger(__name__)

SILENCE = timedelta(seconds=30)
"""The site touches its heartbeat every five seconds; nothing for so long means that it was down or unable to work."""

CHUNK = 1000


def beat(*, now: datetime | None = None) -> timedelta:
    """Note that the site is alive. After a longer silence every running deadline moves on by as much; returns by how
    much.

    Deadlines and heartbeat are written in one transaction, and the row of the heartbeat is locked: running twice, or
    dying in the middle, gives time back exactly once.
    """
    now = now or timezone.now()
    with transaction.atomic():
        Heartbeat.objects.get_or_create(pk=Heartbeat.ONLY, defaults={"at": now})
        last = Heartbeat.objects.select_for_update().get(pk=Heartbeat.ONLY)
        silence = now - last.at
        if silence <= timedelta():
            return timedelta()
        if silence < SILENCE:
            silence = timedelta()
        else:
            _give_back(silence)
            log.warning("the site was down for %s: running clocks get as much time back", silence)
        Heartbeat.objects.update(at=now)
    return silence


def is_up(now: datetime) -> bool:
    """Whether the site has been alive up to now: else nobody can say yet how much time is given back."""
    at = Heartbeat.objects.values_list("at", flat=True).first()
    return at is None or now - at < SILENCE


def _give_back(silence: timedelta) -> None:
    running = Match.objects.filter(status=Match.Status.RUNNING, deadline__isnull=False)
    running.filter(weekends_off=False).update(deadline=F("deadline") + silence)
    moved = []
    for match in running.filter(weekends_off=True).only("deadline").select_for_update().iterator(CHUNK):
        assert match.deadline is not None
        match.deadline = later(match.deadline, silence, weekends_off=True)
        moved.append(match)
    Match.objects.bulk_update(moved, ["deadline"], batch_size=CHUNK)

"""`/health/`: whether the site works, for monitoring.

It is cheap: a handful of indexed queries, and a tiny write at most every two seconds.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django import db
from django.conf import settings
from django.db.models import Min, Q
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

import machupicchu
from accounts.models import Letter
from common.queues import QUEUES, lengths
from games.models import Heartbeat, Match
from games.models.match import GIVES_WAY
from machupicchu.monitoring.bearer import bears
from machupicchu.monitoring.storage_probe import storage_report
from notices.kinds import Channel
from notices.models import Delivery, Notice

SILENCE = timedelta(seconds=60)
"""Maximum age of the heartbeat, updated every five seconds: if older, beat or the worker for `clocks` is down."""
THINKING, THINKING_SLOWLY = timedelta(minutes=3), timedelta(hours=1)
"""Maximum wait for a computer player, which decides within seconds; the second is for games with lower priority."""
OVERDUE = timedelta(minutes=2)
"""Maximum delay after a clock has run out, which is normally noticed within seconds."""
UNSENT = timedelta(minutes=10)
"""Maximum delay of what is due, which is normally sent within seconds; failed deliveries become due later."""


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 if all is well, else 503. Only staff and holders of HEALTH_TOKEN get the details."""
    found = state_of_the_parts()
    well = all(part["ok"] for part in found.values())
    answer: dict[str, Any] = {"ok": well}
    if _may_know_more(request, database=found["database"]["reached"]):
        answer |= found
    return JsonResponse(answer, status=200 if well else 503)


def state_of_the_parts() -> dict[str, dict[str, Any]]:
    """For each part of the site, whether it is well (`ok`), with the measurements."""
    now, last = timezone.now(), cache(Heartbeat.objects.first)
    return {
        "database": _checked(lambda: _heartbeat(last(), now), db.Error),
        "pages": _checked(lambda: _served(last()), db.Error),
        "valkey": _checked(_queues, RedisError),
        "storing": storage_report(),
        "thinking": _checked(lambda: _thinking(now), db.Error),
        "clocks": _checked(lambda: _overdue(now), db.Error),
        "notices": _checked(lambda: _unsent(now), db.Error),
        "matches": _checked(_quarantined, db.Error),
    }


def _checked(ask: Callable[[], dict[str, Any]], *troubles: type[Exception]) -> dict[str, Any]:
    try:
        return {"reached": True} | ask()
    except troubles as trouble:
        return {"reached": False, "ok": False, "trouble": type(trouble).__name__}


def _heartbeat(last: Heartbeat | None, now: datetime) -> dict[str, Any]:
    """Whether the database answers, and has a recent heartbeat from beat and a worker of the queue `clocks`.

    Right after the start of the process, a missing heartbeat is fine.
    """
    if last is None:
        return {"ok": time.monotonic() - machupicchu.STARTED < SILENCE.total_seconds(), "heartbeat": None}
    return {"ok": abs(now - last.last_beat_at) < SILENCE, "heartbeat": last.last_beat_at}


def _served(last: Heartbeat | None) -> dict[str, Any]:
    """Whether the worker for `clocks`, which requests WEB_ADDRESS, has recently got an answer: if not, all clocks are
    stopped.

    While that worker does nothing, this is unknown, and `ok` is true.
    """
    at = None if last is None else last.last_page_served_at
    return {"ok": last is None or at is None or last.last_beat_at - at < SILENCE, "served": at}


def _queues() -> dict[str, Any]:
    return {"ok": True, "queues": lengths(QUEUES)}


def _thinking(now: datetime) -> dict[str, Any]:
    """The computer player's decision that has been awaited longest: of those that take too long, else of all."""
    asked = Match.objects.filter(status=Match.Status.RUNNING, asked_at__isnull=False)
    late = asked.filter(~GIVES_WAY & Q(to_move_since__lt=now - THINKING) | Q(to_move_since__lt=now - THINKING_SLOWLY))
    [since, too_long] = [each.aggregate(at=Min("to_move_since"))["at"] for each in (asked, late)]
    return {"ok": too_long is None, "oldest": too_long or since}


def _overdue(now: datetime) -> dict[str, Any]:
    """The earliest deadline of all running matches, and whether it was missed by too much."""
    running = Match.objects.filter(status=Match.Status.RUNNING, deadline__isnull=False)
    due = running.order_by("deadline").values_list("deadline", flat=True).first()
    return {"ok": due is None or now - due < OVERDUE, "oldest": due}


def _unsent(now: datetime) -> dict[str, Any]:
    """The notification, delivery or account email that has been due longest, of those overdue for too long."""
    too_long = {"due__lt": now - UNSENT}
    notice = Notice.objects.filter(planned=False, **too_long).aggregate(at=Min("due"))["at"]
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, channel__in=Channel.values, **too_long)
    letters = Letter.objects.filter(state=Letter.State.WAITING, **too_long).order_by()
    both = waiting.order_by().values_list("due").union(letters.values_list("due"), all=True)
    due = min(filter(None, [notice, *(both.order_by("due").first() or ())]), default=None)
    return {"ok": due is None, "oldest": due}


def _quarantined() -> dict[str, Any]:
    """The number of matches quarantined until a moderator repairs them. Always ok: a restart would not repair them."""
    return {"ok": True, "aside": Match.objects.filter(status=Match.Status.BROKEN).count()}


def _may_know_more(request: HttpRequest, *, database: bool) -> bool:
    if bears(request, settings.HEALTH_TOKEN):
        return True
    return database and request.user.is_authenticated and request.user.is_staff

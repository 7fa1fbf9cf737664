"""`/health/`: whether the site works, for machines that watch it. Cheap: a handful of index look-ups."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

from games.models import Heartbeat, Match

QUEUES = ("default", "outside", "ai", "analysis")
SILENCE = timedelta(seconds=60)
"""The sweep touches its heartbeat every five seconds, so for so long neither beat nor a worker has been at work."""
THINKING = timedelta(minutes=3)
"""A computer player decides within seconds: one that has been asked for so long has no worker."""
OVERDUE = timedelta(minutes=2)
"""Time that has run out is noticed within seconds."""


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when all is well, else 503. What is wrong is told to staff and to whoever has the token only."""
    found = state_of_the_parts()
    well = all(part["ok"] for part in found.values())
    answer: dict[str, Any] = {"ok": well}
    if _may_know_more(request, database=found["database"]["reached"]):
        answer |= found
    return JsonResponse(answer, status=200 if well else 503)


def state_of_the_parts() -> dict[str, dict[str, Any]]:
    """For each part of the site whether it is well (`ok`), and the figures that say so."""
    now = timezone.now()
    return {
        "database": _checked(lambda: _heartbeat(now), DatabaseError),
        "valkey": _checked(_queues, RedisError),
        "thinking": _checked(lambda: _thinking(now), DatabaseError),
        "clocks": _checked(lambda: _overdue(now), DatabaseError),
    }


def _checked(ask: Callable[[], dict[str, Any]], *troubles: type[Exception]) -> dict[str, Any]:
    try:
        return {"reached": True} | ask()
    except troubles as trouble:
        return {"reached": False, "ok": False, "trouble": type(trouble).__name__}


def _heartbeat(now: datetime) -> dict[str, Any]:
    """The database answers, and beat and a worker of the queue `default` have lately written there, if ever."""
    at = Heartbeat.objects.values_list("at", flat=True).first()
    return {"ok": at is None or now - at < SILENCE, "heartbeat": at}


def _queues() -> dict[str, Any]:
    with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as valkey:
        return {"ok": True, "queues": {queue: valkey.llen(queue) for queue in QUEUES}}


def _thinking(now: datetime) -> dict[str, Any]:
    """The decision of a computer player that is awaited longest."""
    asked = Match.objects.filter(status=Match.Status.RUNNING, asked_at__isnull=False)
    since = asked.order_by("changed_at").values_list("changed_at", flat=True).first()
    return {"ok": since is None or now - since < THINKING, "oldest": since}


def _overdue(now: datetime) -> dict[str, Any]:
    """The seat whose time ran out first of those that still decide."""
    running = Match.objects.filter(status=Match.Status.RUNNING, deadline__isnull=False)
    due = running.order_by("deadline").values_list("deadline", flat=True).first()
    return {"ok": due is None or now - due < OVERDUE, "oldest": due}


def _may_know_more(request: HttpRequest, *, database: bool) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if settings.HEALTH_TOKEN and secrets.compare_digest(given.encode(), settings.HEALTH_TOKEN.encode()):
        return True
    return database and request.user.is_authenticated and request.user.is_staff

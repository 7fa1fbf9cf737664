"""Whether what is written is kept: tried out, since a full disk or a server that refuses shows nowhere else."""

from __future__ import annotations

import threading
import time
from typing import Any

from django import db
from django.conf import settings
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from games.models import Probe
from machupicchu.patience import patience

SECONDS = 1.0
"""So long each of both may take."""
EVERY = 2.0
"""Seconds for which the last answer holds: whoever asks often makes nobody write often."""
KEY = "health"

_trying = threading.Lock()
_last: tuple[float, dict[str, Any]] = (-EVERY, {})


def storing() -> dict[str, Any]:
    """Whether database and Valkey keep what is written (`ok`), and where not, what they said."""
    global _last
    with _trying:  # who comes meanwhile gets the same answer
        at, told = _last
        if time.monotonic() - at >= EVERY:
            troubles = {"database": _trouble_of_the_database(), "valkey": _trouble_of_valkey()}
            told = {"ok": not any(troubles.values())} | {name: said for name, said in troubles.items() if said}
            _last = time.monotonic(), told
    return told


def _trouble_of_the_database() -> str:
    try:
        with patience(SECONDS):
            if not Probe.objects.filter(pk=Probe.ONLY).update(at=timezone.now()):
                Probe.objects.bulk_create([Probe(pk=Probe.ONLY, at=timezone.now())], ignore_conflicts=True)
    except db.Error as trouble:
        return f"{type(trouble).__name__}: {trouble}"
    return ""


def _trouble_of_valkey() -> str:
    try:
        with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as valkey:
            valkey.set(KEY, str(time.time()), ex=60)
    except RedisError as trouble:
        return f"{type(trouble).__name__}: {trouble}"
    return ""

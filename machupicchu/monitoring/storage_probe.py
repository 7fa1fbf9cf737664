"""Whether the database and Valkey accept writes: tested by writing, since only that shows a full disk."""

from __future__ import annotations

import threading
import time
from typing import Any

from django import db
from django.conf import settings
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from common.lock_timeout import lock_timeout
from games.models import Probe

SECONDS = 1.0
"""Timeout of each of the two writes."""
EVERY = 2.0
"""Seconds for which the last result is reused: frequent checks do not cause frequent writes."""
KEY = "health"
"""The key that is written to Valkey as a trial."""

_trying = threading.Lock()
_last: tuple[float, dict[str, Any]] = (-EVERY, {})


def storage_report() -> dict[str, Any]:
    """Whether the database and Valkey accept writes (`ok`), and their error messages if not."""
    global _last
    with _trying:  # concurrent calls wait for the same result
        at, answer = _last
        if time.monotonic() - at >= EVERY:
            troubles = {"database": _trouble_of_the_database(), "valkey": _trouble_of_valkey()}
            answer = {"ok": not any(troubles.values())} | {name: said for name, said in troubles.items() if said}
            _last = time.monotonic(), answer
    return answer


def _trouble_of_the_database() -> str:
    try:
        with lock_timeout(SECONDS):
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

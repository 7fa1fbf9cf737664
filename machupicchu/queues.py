"""The queues of the broker, and how many messages stand in them."""

from collections.abc import Iterable

from django.conf import settings
from redis import Redis

QUEUES = ("default", "outside", "clocks", "ai", "analysis")
SEPARATOR, STEPS = "\x06\x16", (0, 3, 6, 9)
"""Kombu keeps what has another priority than 0 in lists of their own, named so: its defaults."""


def lengths(queues: Iterable[str], priorities: Iterable[int] = STEPS) -> dict[str, int]:
    """How many messages of these priorities stand in each queue, taken by nobody. Raises RedisError within seconds."""
    with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as valkey:
        return {queue: sum(valkey.llen(_list(queue, priority)) for priority in priorities) for queue in queues}


def _list(queue: str, priority: int) -> str:
    """Where messages of one priority lie in Valkey."""
    return f"{queue}{SEPARATOR}{priority}" if priority else queue

"""The queues of the broker, and the number of messages in them."""

from collections.abc import Iterable

from django.conf import settings
from redis import Redis

QUEUES = ("default", "outside", "clocks", "ai", "analysis")
"""All queues of the site."""

SEPARATOR, STEPS = "\x06\x16", (0, 3, 6, 9)
"""Kombu's defaults: messages with a priority other than 0 are in separate lists, named queue, separator, priority."""


def lengths(queues: Iterable[str], priorities: Iterable[int] = STEPS) -> dict[str, int]:
    """The number of messages of these priorities waiting in each queue. Raises RedisError within seconds."""
    with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as valkey:
        return {queue: sum(valkey.llen(_list(queue, priority)) for priority in priorities) for queue in queues}


def _list(queue: str, priority: int) -> str:
    """The Valkey key of the list for one priority."""
    return f"{queue}{SEPARATOR}{priority}" if priority else queue

"""Sends messages to groups of the channel layer from outside an event loop, all of them at once.

The layer itself publishes in an event loop only, and one message at a time: a thread that asks it to has to wait for
another thread, which costs more than the news is worth. So what it would publish is sent to Valkey from here, under the
names that it listens to: if they differ, `tests/games/test_sockets.py` fails.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

PATIENCE = 2.0
"""Seconds for each of two attempts: after that the news is lost, as any news may be."""

News = tuple[str, dict[str, Any]]
"""A channel group and its message."""


def tell(news: Sequence[News]) -> None:
    """Send each group its message. Raises RedisError."""
    layer = get_channel_layer()
    pipeline = _valkey().pipeline(transaction=False)
    for group, message in news:
        pipeline.publish(f"{settings.CHANNEL_PREFIX}__group__{group}", layer.serialize(message))
    pipeline.execute()


@cache
def _valkey() -> Redis:
    """This process's connections. After an outage of Valkey a kept connection fails once: then the message is sent
    again.
    """
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry_on_error=[RedisConnectionError],
    )

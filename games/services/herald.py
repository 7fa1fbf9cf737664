"""What groups of the channel layer are told from outside of an event loop: all of it at once.

The layer itself publishes in an event loop only, and piece by piece: a thread that asks it to waits for another one,
which costs more than the news are worth. What it would publish goes to Valkey from here, under the names that it
listens to: other names make `tests/games/test_sockets.py` fail.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

PATIENCE = 2.0
"""Seconds for each of two attempts: then what was to be told is lost, as any news may be."""

News = tuple[str, dict[str, Any]]
"""A channel group and what it is told."""


def tell(news: Sequence[News]) -> None:
    """Tell each group what is for it. Raises RedisError."""
    layer = get_channel_layer()
    pipeline = _valkey().pipeline(transaction=False)
    for group, message in news:
        pipeline.publish(f"{settings.CHANNEL_PREFIX}__group__{group}", layer.serialize(message))
    pipeline.execute()


@cache
def _valkey() -> Redis:
    """The connections of this process. After Valkey was away a kept one fails once: then it is said again."""
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry_on_error=[RedisConnectionError],
    )

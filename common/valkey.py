"""Direct access to Valkey, for atomic operations that Django's cache does not offer."""

from functools import cache
from threading import Lock

from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

PATIENCE = 2.0
"""Timeout in seconds for each of two attempts."""


_making = Lock()


def valkey() -> Redis:
    """A client for this process. After an outage of Valkey, a pooled connection fails once and is then retried."""
    with _making:
        return _client()


@cache
def _client() -> Redis:
    # One at a time: of two that threads make at once, one is soon lost, and with it the connections it has given out.
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry_on_error=[RedisConnectionError],
    )

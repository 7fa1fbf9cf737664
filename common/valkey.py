"""The site's connections to Valkey, for atomic operations that Django's cache does not offer."""

from functools import cache

from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

PATIENCE = 2.0
"""Seconds for each of two attempts."""


@cache
def valkey() -> Redis:
    """The connections of this process. After Valkey was away a kept connection fails once, and is then retried."""
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        retry_on_error=[RedisConnectionError],
    )

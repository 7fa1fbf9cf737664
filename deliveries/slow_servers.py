"""Servers named by users that keep us waiting are left alone for a while, longer from time to time.

One worker sends to all of them. So that nobody uses up its time, three things are remembered of each slow answer: how
often this server was slow for this user, how many servers were slow for this user, and for how many users this server
was slow since it last answered quickly. After the last slow answer nothing is sent for a pause that doubles
with each of these numbers: to this user there, to this user anywhere, to anyone there.

Valkey keeps this for some hours. While it is away or full, no server is left alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache

from common.besteffort import dispensable
from common.valkey import valkey

SLOW = 3.0
"""Seconds. A server that took longer is slow, whatever it said in the end."""

MEMORY = timedelta(hours=6)
"""How long a slow answer is remembered."""

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)


def server_of(url: str) -> str:
    """The server of a URL that a user has named, however it is spelt."""
    return (urlsplit(url).hostname or "").rstrip(".")


@contextmanager
def timed(user_id: int, server: str) -> Iterator[None]:
    """Remember of the block, which sends something to a user's server, whether the server was slow."""
    began = time.monotonic()
    was_taken = False
    try:
        yield
        was_taken = True
    finally:
        if time.monotonic() - began > SLOW:
            _remember(user_id, server)
        elif was_taken:
            _forget_others(user_id, server)


def left_alone_until(user_id: int, server: str) -> datetime | None:
    """Until when nothing is sent to this user at this server; None if it may be sent now."""
    return left_alone(user_id, [server]).get(server)


def left_alone(user_id: int, servers: Iterable[str]) -> dict[str, datetime]:
    """Those of the servers at which nothing is sent to this user now, with the end of that: one round trip."""
    now, asked = time.time(), list(servers)
    marks = [_marks(user_id, server, now) for server in asked]
    found: list[Any] = []
    with dispensable("slow servers were not looked up"), valkey().pipeline(transaction=False) as pipeline:
        for key, _entry in chain.from_iterable(marks):
            pipeline.zrangebyscore(key, now - MEMORY.total_seconds(), "+inf", withscores=True)
        found = pipeline.execute()
    ends = [entries[-1][1] + _pause(len(entries)).total_seconds() if entries else 0.0 for entries in found]
    lists = len(marks[0]) if marks else 1
    until = {server: max(ends[lists * n : lists * (n + 1)], default=0.0) for n, server in enumerate(asked)}
    return {server: datetime.fromtimestamp(end, UTC) for server, end in until.items() if end > now}


def _pause(times: int) -> timedelta:
    return min(FIRST_PAUSE * 2 ** min(times - 1, 9), LONGEST_PAUSE)


def _remember(user_id: int, server: str) -> None:
    now = time.time()
    with dispensable("a slow server was not remembered"), valkey().pipeline(transaction=False) as pipeline:
        for key, entry in _marks(user_id, server, now):
            pipeline.zadd(key, {entry: now})
            pipeline.zremrangebyscore(key, "-inf", now - MEMORY.total_seconds())
            pipeline.expire(key, MEMORY)
        pipeline.execute()


def _forget_others(user_id: int, server: str) -> None:
    """Forget for whom the server was slow: it is not slow for everyone."""
    with dispensable("a quick server was not remembered"):
        valkey().delete(_marks(user_id, server, time.time())[-1][0])


def _marks(user_id: int, server: str, now: float) -> list[tuple[str, str]]:
    """The key and the new entry of each of the three lists; that of the server for all users is the last one."""
    return [
        (cache.make_key(f"slow:{user_id}:{server}"), str(now)),
        (cache.make_key(f"slow:{user_id}"), server),
        (cache.make_key(f"slow:at:{server}"), str(user_id)),
    ]

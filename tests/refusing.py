"""A database and a Valkey that refuse writes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from redis import Redis

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


@contextmanager
def database_refuses() -> Iterator[None]:
    """Make the database refuse writes but not reads, with an error of SQLite or PostgreSQL itself."""
    refuse, accept = {
        "sqlite": ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
        "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(refuse)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(accept)


@contextmanager
def valkey_refuses() -> Iterator[None]:
    """Make Valkey refuse writes but not reads, as it does when its memory is full."""
    with Redis.from_url(settings.REDIS_URL) as valkey:
        valkey.config_set("maxmemory", 1)
        try:
            yield
        finally:
            valkey.config_set("maxmemory", 0)


@dataclass
class Lock:
    """A wrapper of queries that refuses the write with this number, counted from 1, as a locked SQLite does.

    Later ones succeed, as if the other process had released its lock.
    """

    at: int
    written: int = field(default=0, init=False)

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if WRITES.match(sql):
            self.written += 1
            if self.written == self.at:
                busy = sqlite3.OperationalError("database is locked")
                busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise OperationalError("database is locked") from busy
        return execute(sql, *rest)

    @property
    def has_struck(self) -> bool:
        """Whether there has been a write with this number."""
        return self.written >= self.at

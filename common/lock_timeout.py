"""The timeout with which this thread waits for database locks held by other writers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

READING = 0.4
"""Timeout in seconds for optional writes of a page that is read."""
NEEDED = 2.0
"""Timeout in seconds for the session of a page that is read: an opened invitation, for example, has to be kept."""
WRITING = 10.0
"""Timeout in seconds for the writes of a form. Tasks and commands use the timeout of the settings."""

_thread = threading.local()


def set_for_this_thread(seconds: float | None) -> None:
    """Set this thread's timeout from now on; None: that of the settings."""
    _thread.seconds = seconds
    if connection.connection is not None:
        _apply(connection, seconds)


@contextmanager
def lock_timeout(seconds: float) -> Iterator[None]:
    """Use this timeout within the block."""
    before = getattr(_thread, "seconds", None)
    set_for_this_thread(seconds)
    try:
        yield
    finally:
        set_for_this_thread(before)


def seconds_of_this_thread() -> float:
    """The timeout of this thread."""
    seconds = getattr(_thread, "seconds", None)
    return _usual() if seconds is None else float(seconds)


def tell_sqlite(connection: BaseDatabaseWrapper, seconds: float) -> None:
    """Set SQLite's own timeout for locks."""
    connection.connection.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")


def _usual() -> float:
    return float(settings.DATABASES["default"].get("OPTIONS", {}).get("timeout", 0))


def _apply(connection: BaseDatabaseWrapper, seconds: float | None) -> None:
    """Pass the timeout to PostgreSQL or SQLite."""
    lasts = _usual() if seconds is None else seconds
    milliseconds = int(1000 * lasts)
    if connection.vendor == "sqlite":
        tell_sqlite(connection, lasts)
    elif connection.vendor == "postgresql" and not connection.needs_rollback and not connection.connection.closed:
        with connection.connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {milliseconds}")


def _tell_new(connection: BaseDatabaseWrapper, **_news: Any) -> None:
    if getattr(_thread, "seconds", None) is not None:
        _apply(connection, _thread.seconds)


connection_created.connect(_tell_new)

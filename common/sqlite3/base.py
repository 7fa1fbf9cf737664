"""Django's SQLite backend with a fair queue of writers.

SQLite allows one writer at a time. A blocked writer sleeps for longer and longer, up to a tenth of a second, and tries
again, while others get ahead of it. With six threads that write for 5 ms each, half of them wait for 10 ms, and some
for seconds. Here the threads of a process write in order of arrival, and the first one of each process tries again
every few milliseconds.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import uniform
from typing import Any

from django.db.backends.sqlite3 import base

from common.lock_timeout import seconds_of_this_thread, tell_sqlite
from common.sqlite3.turns import turns

BEGIN = "BEGIN IMMEDIATE"
"""The statement with which Django begins each transaction, as `transaction_mode` in the settings asks."""

WRITES = frozenset({"INSERT", "UPDATE", "DELETE", "REPLAC"})
"""The first six letters of statements that write."""

SHORTEST, LONGEST = 0.001, 0.004
"""Seconds between two attempts while another process writes: the pause grows from the first to the second."""


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that waits its turn to begin a transaction, or to write outside of one."""

    database: DatabaseWrapper

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement, in turn if it begins a transaction or writes outside of one."""
        if query == BEGIN:
            return self.database.in_turn(lambda: super(Cursor, self).execute(query, params), stays=True)
        if not self.database.in_atomic_block and query[:6].upper() in WRITES:
            return self.database.in_turn(lambda: super(Cursor, self).execute(query, params))
        return super().execute(query, params)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that keeps its turn from the beginning of a transaction to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False

    def create_cursor(self, name: Any = None) -> Any:
        """A `Cursor` of this connection."""
        cursor = self.connection.cursor(factory=Cursor)
        cursor.database = self
        return cursor

    def in_turn(self, write: Callable[[], Any], *, stays: bool = False) -> Any:
        """Wait for this thread's turn and return the result of `write`, retried while another process writes.

        With `stays`, the turn is kept afterwards. Raises SQLite's own error if the thread's `lock_timeout`
        is over and the database is still locked.
        """
        end = time.monotonic() + seconds_of_this_thread()
        self._has_turn = self._has_turn or turns.take(end - time.monotonic())
        try:
            with self._without_waiting():
                answer = _asked_again(write, end)
        except BaseException:
            self._end_turn()
            raise
        if not stays:
            self._end_turn()
        return answer

    @contextmanager
    def _without_waiting(self) -> Iterator[None]:
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            tell_sqlite(self, seconds_of_this_thread())

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            turns.end()

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()


def _asked_again(write: Callable[[], Any], end: float) -> Any:
    pause = SHORTEST
    while True:
        try:
            return write()
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(uniform(0.5, 1.0) * pause)
        pause = min(LONGEST, pause * 1.5)

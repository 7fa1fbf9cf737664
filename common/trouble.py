"""What may go wrong with the storage: full, locked, read-only, or away."""

from __future__ import annotations

import errno
import sqlite3

from django import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from redis import exceptions as redis

SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
"""Result codes that are not the fault of a statement; see https://sqlite.org/rescode.html."""

POSTGRES = ("08", "25006", "40", "53", "55P03", "57", "58")
"""Prefixes of SQLSTATEs that are not the fault of a statement.

No connection, read-only, rolled back for the sake of another transaction, out of resources, locked, ended by the
server, disk failure. See the appendix "Error Codes" of PostgreSQL.
"""

VALKEY = ("OOM", "MISCONF", "READONLY", "NOREPLICAS", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY")
"""The first words of replies that refuse every command for now; redis-py cuts off some of them (see below)."""

REFUSING = (redis.ConnectionError, redis.TimeoutError, redis.OutOfMemoryError, redis.ReadOnlyError)

UNWRITTEN = (UpdateError, SessionInterrupted)

FILES = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}


def is_trouble(exception: BaseException | None) -> bool:
    """Whether the storage is in trouble, rather than the request or the program: a later retry may well succeed.

    An exception raised by a session because the database refuses to write names that refusal only as its context.
    """
    while exception is not None:
        if _is_trouble(exception):
            return True
        exception = exception.__context__ if isinstance(exception, UNWRITTEN) else exception.__cause__
    return False


def _is_trouble(exception: BaseException) -> bool:
    match exception:
        case db.InterfaceError():
            return True  # the connection was closed under our hands
        case db.Error():
            return _database_refuses(exception.__cause__)
        case redis.ResponseError() if not isinstance(exception, REFUSING):
            return str(exception).startswith(VALKEY)
        case redis.RedisError():
            return isinstance(exception, REFUSING)
        case OSError():
            return exception.errno in FILES
    return False


def _database_refuses(reason: BaseException | None) -> bool:
    if isinstance(reason, sqlite3.Error):
        return getattr(reason, "sqlite_errorcode", 0) & 0xFF in SQLITE
    state = getattr(reason, "sqlstate", "")
    if state is None:  # no server has answered
        return type(reason).__name__ == "OperationalError"
    return state.startswith(POSTGRES)

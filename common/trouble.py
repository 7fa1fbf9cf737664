"""Recognizing storage trouble: database, Valkey or disk are full, locked, read-only, or cannot be reached."""

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
"""Result codes that are not the statement's fault; see https://sqlite.org/rescode.html."""

POSTGRES = ("08", "25006", "40", "53", "55P03", "57", "58")
"""Prefixes of SQLSTATEs that are not the statement's fault.

No connection, read-only, rolled back in favour of another transaction, out of resources, locked, terminated by the
server, disk failure. See the appendix "Error Codes" of PostgreSQL's manual.
"""

VALKEY = ("OOM", "MISCONF", "READONLY", "NOREPLICAS", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY")
"""The first words of error replies that refuse every command for now. redis-py removes some and raises `REFUSING`."""

REFUSING = (redis.ConnectionError, redis.TimeoutError, redis.OutOfMemoryError, redis.ReadOnlyError)
"""What redis-py raises if Valkey cannot be reached or refuses every command for now."""

UNWRITTEN = (UpdateError, SessionInterrupted)
"""What sessions raise if they could not be written, for whatever reason."""

FILES = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}
"""Errors of the operating system: the disk is full, read-only or broken, or too many files are open."""


def is_trouble(exception: BaseException | None) -> bool:
    """Whether the exception is due to the storage, not to the request or the program: a later retry may succeed.

    The exceptions that sessions raise if the database refuses a write have the refusal only as their `__context__`.
    """
    while exception is not None:
        if _is_trouble(exception):
            return True
        exception = exception.__context__ if isinstance(exception, UNWRITTEN) else exception.__cause__
    return False


def _is_trouble(exception: BaseException) -> bool:
    match exception:
        case db.InterfaceError():
            return True  # the connection was closed while in use
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

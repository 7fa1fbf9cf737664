"""A database that refuses to write for a while, as a server does that has become a standby of another one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import InternalError, connection


class ReadOnly(Exception):
    """The refusal of PostgreSQL: "cannot execute … in a read-only transaction"."""

    sqlstate = "25006"


def _refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    if sql.startswith(("INSERT", "UPDATE", "DELETE")) or "FOR UPDATE" in sql:
        raise InternalError from ReadOnly()
    return execute(sql, params, many, context)


@contextmanager
def read_only_database() -> Iterator[None]:
    """Let every statement of the block that writes fail."""
    with connection.execute_wrapper(_refuse):
        yield

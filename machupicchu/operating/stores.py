"""How each database is copied into a file and restored from one: SQLite by itself, PostgreSQL by its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from django.db import connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

Rows = dict[str, int]
"""The number of rows of each table."""

SIDE_FILES = ("", "-wal", "-shm", "-journal")


class CannotBeCopied(Exception):
    """The text says why, and what to do."""


class Store(Protocol):
    """One kind of database."""

    suffix: str
    """The file name suffix of the copy in a backup."""
    is_packed: bool
    """Whether the copy is already compressed."""

    def dump(self, file: Path) -> Rows:
        """Copy the whole database as of one moment, while others go on writing. Returns the rows it had then."""

    def fill(self, file: Path, rows: Rows) -> None:
        """Restore the empty database, with all of `rows`. Raises CannotBeCopied if they are not all there."""


class Sqlite:
    """A database in a file."""

    suffix, is_packed = "sqlite3", False

    @property
    def file(self) -> Path:
        """The path of the database."""
        return Path(str(connection.settings_dict["NAME"]))

    def dump(self, file: Path) -> Rows:
        """Copy in one step, which is one reading transaction: with the write-ahead log nobody waits for it."""
        with (
            closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True, timeout=20)) as site,
            closing(sqlite3.connect(file)) as copy,
        ):
            site.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode=DELETE")  # one self-contained file
            return _sound(copy)

    def fill(self, file: Path, rows: Rows) -> None:
        """Put the file where the site looks for it."""
        with closing(sqlite3.connect(file)) as copy:
            _compare(_sound(copy), rows)
        connection.close()
        for suffix in SIDE_FILES:  # left there by the empty database
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        file.replace(self.file)


def _sound(copy: sqlite3.Connection) -> Rows:
    """The rows of a copy, checked for corruption. Raises CannotBeCopied."""
    [said] = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise CannotBeCopied(f"the database is damaged: {said}")
    if astray := copy.execute("PRAGMA foreign_key_check").fetchone():
        raise CannotBeCopied(f"a row of {astray[0]} belongs to one of {astray[2]} that is not there")
    tables = copy.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables.fetchall()}


class Postgres:
    """A database on a server, which has programs for this (Debian: postgresql-client)."""

    suffix, is_packed = "pgdump", True

    def dump(self, file: Path) -> Rows:
        """`pg_dump` of one snapshot, in which the rows are counted too."""
        with _snapshot() as (name, rows):
            _program(
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}", f"--file={file}"
            )
        return rows

    def fill(self, file: Path, rows: Rows) -> None:
        """`pg_restore` in one transaction: all or nothing."""
        once = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        _program("pg_restore", *once, str(file), database="--dbname")
        _compare(count_rows(), rows)


def store() -> Store:
    """The store of this site."""
    return Sqlite() if connection.vendor == "sqlite" else Postgres()


def _compare(found: Rows, told: Rows) -> None:
    if differ := sorted(name for name in found.keys() | told if found.get(name) != told.get(name)):
        raise CannotBeCopied(f"not all rows are there, but others than the backup tells of: {', '.join(differ)}")


def count_rows() -> Rows:
    """The rows of every table."""
    with connection.cursor() as cursor:
        rows: Rows = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            rows[table] = cursor.fetchone()[0]
    return rows


@contextmanager
def _snapshot() -> Iterator[tuple[str, Rows]]:
    """The snapshot's name for other connections, and its rows. It lasts as long as the block."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0], count_rows()


def _program(name: str, *arguments: str, database: str = "") -> None:
    """Run a program of PostgreSQL on our database. The password is in its environment, which nobody else can read."""
    program = shutil.which(name)
    if program is None:
        raise CannotBeCopied(f"{name} is missing. On Debian and Ubuntu: apt-get install postgresql-client")
    (_psql, *access, place), given = DatabaseClient.settings_to_cmd_args_env(_without_options(), [])
    into = [f"{database}={place}"] if database else [place]
    done = subprocess.run(
        [program, *access, *into, *arguments],
        env=os.environ | (given or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotBeCopied(f"{name} failed: {done.stderr.strip()}")


def _without_options() -> dict[str, Any]:
    """The settings without those that concern only our own connections."""
    mine = connection.settings_dict
    return {**mine, "OPTIONS": {name: value for name, value in mine["OPTIONS"].items() if name != "options"}}

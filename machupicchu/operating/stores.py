"""Copying each kind of database to a file, and restoring it: SQLite with Python, PostgreSQL with its own programs."""

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
"""The number of rows by table."""

SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files of a SQLite database."""


class CannotBeCopied(Exception):
    """The database cannot be copied; the text says why, and what to do."""


class Store(Protocol):
    """The operations on one kind of database."""

    suffix: str
    """The file name suffix of the copy in a backup."""
    is_packed: bool
    """Whether the copy is already compressed."""

    def dump(self, file: Path) -> Rows:
        """Copy a snapshot of the whole database, while others may write. Returns its number of rows by table."""

    def fill(self, file: Path, rows: Rows) -> None:
        """Restore a copy into the empty database. Raises CannotBeCopied if the numbers of rows differ from `rows`."""


class Sqlite:
    """A SQLite database."""

    suffix, is_packed = "sqlite3", False

    @property
    def file(self) -> Path:
        """The path of the database file."""
        return Path(str(connection.settings_dict["NAME"]))

    def dump(self, file: Path) -> Rows:
        """Copy in one step, which is one read transaction: with the write-ahead log it blocks nobody."""
        with (
            closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True, timeout=20)) as site,
            closing(sqlite3.connect(file)) as copy,
        ):
            site.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode=DELETE")  # one self-contained file
            return _sound(copy)

    def fill(self, file: Path, rows: Rows) -> None:
        """Check the copy, and move it to the site's database file."""
        with closing(sqlite3.connect(file)) as copy:
            _compare(_sound(copy), rows)
        connection.close()
        for suffix in SIDE_FILES:  # of the empty database
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        file.replace(self.file)


def _sound(copy: sqlite3.Connection) -> Rows:
    """The number of rows by table of a copy. Raises CannotBeCopied if it is corrupt."""
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
    """A PostgreSQL database. Needs PostgreSQL's own programs (Debian: postgresql-client)."""

    suffix, is_packed = "pgdump", True

    def dump(self, file: Path) -> Rows:
        """Run `pg_dump` on one snapshot, in which the rows are counted too."""
        with _snapshot() as (name, rows):
            _program(
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}", f"--file={file}"
            )
        return rows

    def fill(self, file: Path, rows: Rows) -> None:
        """Run `pg_restore` in one transaction: all or nothing."""
        once = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        _program("pg_restore", *once, str(file), database="--dbname")
        _compare(count_rows(), rows)


def store() -> Store:
    """The store for this site's database."""
    return Sqlite() if connection.vendor == "sqlite" else Postgres()


def _compare(found: Rows, expected: Rows) -> None:
    if differ := sorted(name for name in found.keys() | expected if found.get(name) != expected.get(name)):
        raise CannotBeCopied(f"not as many rows are there as the backup says, in: {', '.join(differ)}")


def count_rows() -> Rows:
    """The number of rows of every table."""
    with connection.cursor() as cursor:
        rows: Rows = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            rows[table] = cursor.fetchone()[0]
    return rows


@contextmanager
def _snapshot() -> Iterator[tuple[str, Rows]]:
    """A snapshot that lasts as long as the block: its name for other connections, and its number of rows by table."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0], count_rows()


def _program(name: str, *arguments: str, database: str = "") -> None:
    """Run a program of PostgreSQL on our database. The password goes into its environment, which others cannot read."""
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
    """The connection settings without options that concern only our own connections."""
    mine = connection.settings_dict
    return {**mine, "OPTIONS": {name: value for name, value in mine["OPTIONS"].items() if name != "options"}}

"""Moving from SQLite to PostgreSQL: copy every row, then read all rows of both databases and compare them."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import dj_database_url
from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Collate

from machupicchu.run.instance_lock import holders

TARGET = "target"
"""The alias of the database to which the site moves."""

CHUNK = 2000
"""The number of rows copied, or compared, at once."""

Row = tuple[Any, ...]


class CannotBeMoved(Exception):
    """The site cannot be moved; the text says why. The site is unchanged."""


def move(url: str, *, say: Callable[[str], None]) -> int:
    """Copy the site to the empty database at `url`. Returns the number of rows.

    The site must be stopped, which is checked; a writer that starts nevertheless has to wait. Raises CannotBeMoved.
    """
    _check_source()
    with _nobody_at_work():
        _connect(url)
        _make_tables(url)
        try:
            with transaction.atomic():  # IMMEDIATE: takes the write lock, so nobody else can write
                with transaction.atomic(using=TARGET):
                    _empty()
                    count = sum(_timed("copied", model, copy, say) for model in tables())
                    _set_counters()
                with connections[TARGET].cursor() as cursor:
                    cursor.execute("ANALYZE")
                compared = sum(_timed("compared", model, compare, say) for model in tables())
        except DatabaseError as error:
            raise CannotBeMoved(f"PostgreSQL refuses a row: {error}") from None
    assert compared == count
    return count


def tables() -> list[type[models.Model]]:
    """All models that have a table of their own."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def copy(model: type[models.Model]) -> int:
    """Copy all rows of a table in order of primary key; return their number. Foreign keys are checked on commit."""
    target, fields = connections[TARGET], model._meta.concrete_fields
    columns = ", ".join(target.ops.quote_name(field.column) for field in fields)
    count = 0
    with target.cursor() as cursor, cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as into:
        for row in read(model, "default"):
            into.write_row([field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)])
            count += 1
    return count


def compare(model: type[models.Model]) -> int:
    """Compare a table's rows in both databases; return their number. Raises CannotBeMoved at the first difference."""
    count = 0
    for here, there in zip_longest(read(model, "default"), read(model, TARGET)):
        if here != there:
            raise CannotBeMoved(f"a row of {model._meta.db_table} is not the same there: {(here or there)[0]}")
        count += 1
    return count


def read(model: type[models.Model], where: str) -> Iterator[Row]:
    """The rows as Python values, in the same order in both databases: text keys are sorted by bytes."""
    key = model._meta.pk
    assert key is not None
    order: Any = key.attname
    if isinstance(key, models.CharField) and where == TARGET:
        order = Collate(key.attname, "C")
    rows = model._base_manager.using(where).order_by(order)
    return rows.values_list(*(field.attname for field in model._meta.concrete_fields)).iterator(CHUNK)


def _timed(what: str, model: type[models.Model], work: Callable[[type[models.Model]], int], say: Any) -> int:
    began = time.monotonic()
    count = work(model)
    say(f"{what} {model._meta.db_table}: {count:,} rows in {time.monotonic() - began:.1f} s")
    return count


def _check_source() -> None:
    if connection.vendor != "sqlite":
        raise CannotBeMoved("DATABASE_URL names PostgreSQL already: nothing is to be moved")
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CannotBeMoved("the tables here are not up to date; manage.py migrate first")


@contextmanager
def _nobody_at_work() -> Iterator[None]:
    """Check that `make run` cannot start and no process of the site has the database open. Raises CannotBeMoved."""
    lock = os.open(settings.VAR_DIR / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotBeMoved("the site is running: what people do meanwhile would be lost. End it first") from None
        if others := sorted(holders(Path(str(connection.settings_dict["NAME"])))):
            raise CannotBeMoved(
                f"others have the database open: processes {', '.join(map(str, others))}. End them first"
            )
        yield
    finally:
        os.close(lock)


def _connect(url: str) -> None:
    """Connect to the target database. Raises CannotBeMoved if it does not answer, is not PostgreSQL, or not empty."""
    try:
        found = dj_database_url.parse(url)
    except (ValueError, dj_database_url.ParseError):
        raise CannotBeMoved(
            "NEW_DATABASE_URL names no database; write it as postgres://user:password@server/name"
        ) from None
    if found["ENGINE"] != "django.db.backends.postgresql":
        raise CannotBeMoved("the address must begin with postgres://")
    connections.settings[TARGET] = connections.configure_settings({"default": found})["default"]
    try:
        full = connections[TARGET].introspection.table_names()
    except DatabaseError as error:
        raise CannotBeMoved(f"the other database does not answer: {error}") from None
    if full:
        raise CannotBeMoved("the other database is not empty; make a new one")


def _make_tables(url: str) -> None:
    """Create the tables, in a separate process with that DATABASE_URL: some migrations use the default connection."""
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    environment = os.environ | {"DATABASE_URL": url}
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBeMoved(f"no tables could be made there: {done.stderr.strip()}")


def _empty() -> None:
    """Delete the rows that migrations have created in the target: they are copied too, with their keys."""
    with connections[TARGET].cursor() as cursor:
        cursor.execute("TRUNCATE " + ", ".join(f'"{model._meta.db_table}"' for model in tables()))


def _set_counters() -> None:
    target = connections[TARGET]
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)

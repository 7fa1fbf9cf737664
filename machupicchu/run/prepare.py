"""Preparing everything that the site needs before its first visitor; repeated only when something has changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path

from machupicchu import settings
from machupicchu.run.sources import DATA, SOURCES, STATIC, fingerprint

PATIENCE = 10.0
"""Seconds for the process that serves the page about the update to end."""


def needed() -> list[str]:
    """The subjects that must be prepared: those whose sources have changed.

    The data is always prepared if the database is on a server, or its file is missing: it may be a new one.
    """
    database = settings.DATABASES["default"]
    known = database["ENGINE"].endswith("sqlite3") and Path(database["NAME"]).exists()
    return [
        subject
        for subject in SOURCES
        if (subject == DATA and not known)
        or not _mark(subject).exists()
        or _mark(subject).read_text() != fingerprint(subject)
    ]


def prepare(subjects: Sequence[str], listener: int | None = None) -> None:
    """Prepare the tables, computer players, moderators, example game, puzzles, statistics; static files. Idempotent.

    While the tables of a site with data change, visitors at `listener` see a page that says so. Raises CannotBegin.
    """
    before = {subject: fingerprint(subject) for subject in subjects}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    import django

    django.setup()
    with _update(listener) if DATA in subjects else nullcontext():
        if DATA in subjects:
            _command("migrate", interactive=False, verbosity=0)
            _command("computer_players")
            _command("moderators")
            _command("example_game")
            _command("shipped_puzzles")
            _command("database_statistics")
        if STATIC in subjects:
            _command("collectstatic", interactive=False, verbosity=0)
    for subject in subjects:
        _mark(subject).write_text(before[subject])


class CannotBegin(Exception):
    """The tables were not changed; the text says why, and what to do."""


@contextmanager
def _update(listener: int | None) -> Iterator[None]:
    """The context in which tables are changed; refuses those of a newer release. Raises CannotBegin.

    For a site with data and pending migrations, it prints a message, keeps a copy, and serves a page for visitors.
    """
    from machupicchu import tables

    try:
        tables.refuse_newer()
    except tables.TooNew as error:
        raise CannotBegin(str(error)) from None
    if not (steps := tables.waiting()) or not tables.hold_data():
        yield
    else:
        with _page(listener):
            print(
                f"Updating the tables of release {tables.release_of_tables()} to release {tables.this_release()}: "
                f"{steps} {'migration' if steps == 1 else 'migrations'}",
                flush=True,
            )
            _keep_copy()
            yield
    tables.record()


def _keep_copy() -> None:
    """Copy a SQLite database to a file, unless COPY_BEFORE_UPDATE is false. Raises CannotBegin."""
    from django.db import DatabaseError, connection

    from machupicchu.version import version

    if not settings.COPY_BEFORE_UPDATE:
        print("COPY_BEFORE_UPDATE=false: no copy of the database is kept", flush=True)
    elif connection.vendor != "sqlite":
        print("No copy of a database on a server is made here: use `manage.py backup FILE`", flush=True)
    else:
        copies = settings.VAR_DIR / "backups"
        copy = copies / f"before-{version()}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.sqlite3"
        draft = copy.with_suffix(".draft")
        try:
            copies.mkdir(exist_ok=True)
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(draft)])
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            draft.rename(copy)
        except (DatabaseError, sqlite3.Error, OSError) as error:
            with suppress(OSError):
                draft.unlink()
            raise CannotBegin(
                f"The database could not be copied to {copy}: {error}. Its tables were not changed. Make room there, "
                "or go without the copy: COPY_BEFORE_UPDATE=false"
            ) from None
        print(f"A copy of the database as it was is in {copy}", flush=True)


@contextmanager
def _page(listener: int | None) -> Iterator[None]:
    """Serve the page about the update, in a separate process; without a `listener`, the old release still answers."""
    if listener is None:
        yield
        return
    command = [sys.executable, "-m", "machupicchu.web", "--fd", str(listener)]
    command += ["--application", "machupicchu.http.updating:application"]
    with subprocess.Popen(command, close_fds=False) as server:  # it also inherits the lock of all parts
        try:
            yield
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()


def _command(name: str, **options: object) -> None:
    from django.core.management import call_command

    print(f"python manage.py {name}", flush=True)
    call_command(name, **options)


def _mark(subject: str) -> Path:
    return settings.VAR_DIR / f"prepared-{subject}"


def main() -> int:
    """Prepare the subjects named on the command line. Returns the exit code."""
    parser = ArgumentParser(prog="python -m machupicchu.run.prepare", description="Prepare the site for its visitors.")
    parser.add_argument("subjects", nargs="*", help="what to prepare")
    parser.add_argument("--fd", type=int, help="the listening socket at which visitors are told of an update")
    asked = parser.parse_args()
    try:
        prepare(asked.subjects, asked.fd)
    except CannotBegin as error:
        print(error, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

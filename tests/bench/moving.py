"""How long it takes to back up, restore and move a site with many matches: `python -m tests.bench.moving`.

Needs PostgreSQL on this machine. Each match has a log of forty entries.
"""

import argparse
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from tests.bench.house import house
from tests.bench.ratings import fill, timed
from tests.operating.sites import Site, running_postgres

ACTIONS = 40
"""Entries in the log of each match."""


def main() -> None:
    """Fill a database, then print the time of each step."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.moving", description=__doc__)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    chosen = parser.parse_args()
    with house(), tempfile.TemporaryDirectory(prefix="machupicchu-moving-") as folder:
        _measure(Path(folder), chosen.users, chosen.matches)


def _measure(folder: Path, users: int, matches: int) -> None:
    from django.conf import settings

    timed("fill", lambda: fill(users, matches))
    timed("write the moves", write_actions)
    file, database = folder / "site.backup", settings.VAR_DIR / "site.sqlite3"
    print(f"database: {database.stat().st_size / 1e6:,.0f} MB", flush=True)
    here = Site(settings.VAR_DIR)
    with Writer(database) as writer:
        timed("back up, while somebody writes", lambda: here.manage("backup", str(file)))
    print(f"written meanwhile: {writer.count}, the slowest in {1000 * writer.slowest:.0f} ms")
    print(f"backup: {file.stat().st_size / 1e6:,.0f} MB", flush=True)
    small = Site(folder / "restored")
    timed("restore", lambda: print(small.manage("restore", str(file)), end=""))
    with running_postgres() as server:
        url = server.database("moved")
        timed("move", lambda: print(small.manage("move_to_postgres", NEW_DATABASE_URL=url), end=""))
        large, dump = Site(folder / "restored", DATABASE_URL=url), folder / "large.backup"
        timed("back up PostgreSQL", lambda: large.manage("backup", str(dump)))
        print(f"backup: {dump.stat().st_size / 1e6:,.0f} MB", flush=True)
        again = Site(folder / "restored", DATABASE_URL=server.database("again"))
        timed("restore PostgreSQL", lambda: print(again.manage("restore", str(dump)), end=""))


def write_actions() -> None:
    """Give every match a log, copied inside the database."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Action, Match

    match = Match.objects.order_by("pk")[0]
    for ply in range(ACTIONS):
        Action(match=match, ply=ply, seat=ply % 2, text="take 3", made_at=timezone.now(), thought_ms=1234).save()
    columns = [field.column for field in Action._meta.concrete_fields if field.column not in ("id", "match_id")]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_action (match_id, {', '.join(columns)}) "
            f"SELECT m.id, {', '.join('a.' + column for column in columns)} "
            f"FROM games_match m, games_action a WHERE a.match_id = %s AND m.id <> %s",
            [match.pk, match.pk],
        )


class Writer:
    """Writes one row after another, as players do, until the block ends. Raises then what has kept it from writing."""

    def __init__(self, database: Path) -> None:
        self.count, self.slowest = 0, 0.0
        self._failure: Exception | None = None
        self._database, self._over = database, threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            self._write()
        except Exception as failure:  # of a thread of its own, nobody else would hear of it
            self._failure = failure

    def _write(self) -> None:
        with closing(sqlite3.connect(self._database, timeout=60)) as database:
            while not self._over.wait(0.01):
                began = time.monotonic()
                with database:
                    database.execute("UPDATE accounts_user SET last_name = 'x' WHERE id = 1")
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.count += 1


if __name__ == "__main__":
    main()

"""A site that has outgrown SQLite: afterwards every row is in PostgreSQL, and the site continues there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.operating.sites import Postgres, Site, running_postgres

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def small(full: None, tmp_path: Path) -> Site:
    """A site with data of many kinds in SQLite."""
    site, file = Site(tmp_path / "small"), tmp_path / "small.backup"
    call_command("backup", str(file))
    site.manage("restore", str(file))
    return site


LOOK = """
from accounts.models import Press, User
from games.models import Match
from notices.models import Notice
from games.services.play.turns import play
from tests.games.playing import play_once, legal
match = Match.objects.get(status="running")
before = match.ply
print(play_once(match, legal(match)[0]).ply > before, User.objects.create_user("Newcomer").pk)
print(sorted(Press.objects.values_list("mark", flat=True)), Notice.objects.get(kind="test").facts)
"""


def test_every_row_is_there_and_the_site_goes_on(small: Site, postgres: Postgres) -> None:
    url = postgres.database("moved")
    said = small.manage("move_to_postgres", NEW_DATABASE_URL=url)
    with closing(sqlite3.connect(small.folder / "site.sqlite3")) as database:
        [users] = database.execute("SELECT max(id) FROM accounts_user").fetchone()
        [actions] = database.execute("SELECT count(*) FROM games_action").fetchone()
    assert f"copied games_action: {actions} rows" in said
    assert f"compared games_action: {actions} rows" in said
    assert "rows are copied and compared" in said
    large = Site(small.folder, DATABASE_URL=url)
    assert "up to date" in large.manage("version")
    goes_on = large.manage("shell", "--verbosity", "0", "-c", LOOK)
    assert goes_on == f"True {users + 1}\n['B', '_', 'a', 'b', 'ä'] {{'deep': [{{'a': {2**53}, 'b': 1e-300}}]}}\n"


SPOIL = """
from machupicchu.operating import moving
honest = moving.copy
def copy(model):
    count = honest(model)
    if model.__name__ == "Press":
        with moving.connections[moving.TARGET].cursor() as cursor:
            cursor.execute("UPDATE accounts_press SET target = target || ' ' WHERE mark = 'ä'")
    return count
moving.copy = copy
from django.core.management import call_command
call_command("move_to_postgres")
"""


def test_one_blank_too_many_is_found(small: Site, postgres: Postgres) -> None:
    done = small.ask("shell", "--verbosity", "0", "-c", SPOIL, NEW_DATABASE_URL=postgres.database("spoilt"))
    assert "a row of accounts_press is not the same there" in done.stderr


def test_what_cannot_be_moved_is_told_in_words(small: Site, postgres: Postgres) -> None:
    url = postgres.database("refusing")
    assert "say where to" in small.refused("move_to_postgres")
    assert "does not begin with" in small.refused("move_to_postgres", NEW_DATABASE_URL="sqlite:///x")
    assert "does not answer" in small.refused("move_to_postgres", NEW_DATABASE_URL=url + "_that_is_missing")
    with closing(sqlite3.connect(small.folder / "site.sqlite3")) as database:
        database.execute("SELECT count(*) FROM accounts_user").fetchone()
        said = small.refused("move_to_postgres", NEW_DATABASE_URL=url)
        assert "others have the database open" in said
    assert "DATABASE_URL names PostgreSQL already" in small.refused(
        "move_to_postgres", DATABASE_URL=url, NEW_DATABASE_URL=url
    )
    small.manage("migrate", "--verbosity", "0", DATABASE_URL=url)
    assert "is not empty" in small.refused("move_to_postgres", NEW_DATABASE_URL=url)

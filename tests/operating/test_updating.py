"""Before tables change, the update is announced and a copy is kept; tables of a newer release are left alone."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from machupicchu import tables
from machupicchu.version import version
from tests.operating.sites import Site
from tests.stack.prepared import lay

LAST = ("puzzles", "0003_plainer_help_texts")
"""A migration that only changes labels, so it can be applied twice, and that no other one needs."""

PREPARE = ("-m", "machupicchu.run.prepare", "data")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site with data, and with a migration to apply."""
    site = Site(tmp_path / "var")
    lay(site.folder)
    written(site, "DELETE FROM django_migrations WHERE app = ? AND name = ?", *LAST)
    return site


def written(site: Site, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(site.folder / "site.sqlite3")) as database, database:
        database.execute(statement, values)


def rows(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(statement).fetchall()


def copies(site: Site) -> list[Path]:
    return sorted((site.folder / "backups").glob("*"))


PEOPLE, STEPS = "SELECT * FROM accounts_user", "SELECT app, name FROM django_migrations"


@pytest.mark.long
def test_an_update_says_what_becomes_what_and_keeps_the_database_as_it_was(site: Site) -> None:
    written(site, "UPDATE django_migrations SET name = '0.4.9' WHERE app = ?", tables.RELEASE)
    before = rows(site.folder / "site.sqlite3", PEOPLE)
    done = site.python(*PREPARE)
    assert done.returncode == 0, done.stderr
    assert f"Updating the tables of release 0.4.9 to release {tables.this_release()}: 1 migration" in done.stdout
    [copy] = copies(site)
    assert f"A copy of the database as it was is in {copy}" in done.stdout
    assert copy.name.startswith(f"before-{version()}-")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows(copy, PEOPLE) == before
    assert LAST not in rows(copy, STEPS)
    now = rows(site.folder / "site.sqlite3", STEPS)
    assert LAST in now
    assert [name for app, name in now if app == tables.RELEASE] == [tables.this_release()]
    assert "keep" not in site.python(*PREPARE).stdout, "there is nothing left to update"
    assert copies(site) == [copy]


@pytest.mark.long
def test_an_operator_who_does_not_want_a_copy_gets_none_and_without_room_for_one_nothing_changes(site: Site) -> None:
    (site.folder / "backups").write_text("no folder")
    done = site.python(*PREPARE)
    assert done.returncode == 1
    assert "could not be copied" in done.stdout
    assert "COPY_BEFORE_UPDATE=false" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert LAST not in rows(site.folder / "site.sqlite3", STEPS)
    assert site.python(*PREPARE, COPY_BEFORE_UPDATE="false").returncode == 0
    assert LAST in rows(site.folder / "site.sqlite3", STEPS)


@pytest.mark.long
def test_neither_a_start_nor_a_server_of_pages_works_with_newer_tables_unless_told_to(site: Site) -> None:
    newer = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2027-01-01')"
    written(site, "UPDATE django_migrations SET name = '9.8.0' WHERE app = ?", tables.RELEASE)
    written(site, newer, "games", "9999_from_tomorrow")
    before = rows(site.folder / "site.sqlite3", STEPS)
    for command in (PREPARE, ("-m", "machupicchu.web", "--port", "0")):
        done = site.python(*command)
        said = done.stdout + done.stderr
        assert done.returncode == 1
        assert f"used by release 9.8.0, and this is release {tables.this_release()}" in said
        assert "does not know games.9999_from_tomorrow" in said
        assert "put back the backup" in said
        assert "Traceback" not in said
    assert rows(site.folder / "site.sqlite3", STEPS) == before
    assert "of a newer release, 9.8.0, with 1 that this one does not know" in site.manage("version")
    assert site.python(*PREPARE, ALLOW_NEWER_TABLES="true").returncode == 0
    assert ("machupicchu.release", "9.8.0") in rows(site.folder / "site.sqlite3", STEPS), "the recorded release stays"


@pytest.mark.django_db
def test_steps_of_libraries_that_are_not_here_say_nothing_about_our_tables() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("account", "9999_of_a_library")
    assert tables.unknown() == []
    recorder.record_applied("accounts", "9999_of_ours")
    assert tables.unknown() == ["accounts.9999_of_ours"]
    with pytest.raises(tables.TooNew, match="accounts.9999_of_ours"):
        tables.refuse_newer()
    with override_settings(ALLOW_NEWER_TABLES=True):
        tables.refuse_newer()


@pytest.mark.django_db
def test_tables_that_name_no_release_are_known_by_what_they_have() -> None:
    steps = MigrationRecorder.Migration.objects
    steps.filter(app=tables.RELEASE).delete()
    assert tables.release_of_tables() == "0.5.0"
    steps.filter(app="games", name__gte="0027").delete()
    assert tables.release_of_tables() == "0.4.0"
    steps.filter(app="games").delete()
    assert tables.release_of_tables() == "an early release"

"""A backup is the site at one moment; it can be restored into an empty site of the same kind, wholly or not at all."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Token
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from accounts.bots import bot_create, handover_begin
from accounts.models import Press, User
from accounts.oauth import app_enter
from accounts.tokens import token_create
from machupicchu.version import version
from tests.accounts.cast import log_in
from tests.operating.sites import Site

Everything = dict[str, list[tuple[Any, ...]]]
Fresh = Callable[[], Site]


@pytest.fixture
def fresh(tmp_path: Path, transactional_db: None) -> Iterator[Fresh]:
    """A function for sites with an empty database of the kind that the tests use."""
    made: list[str] = []

    def make() -> Site:
        name = f"restored_{len(made)}_{connection.settings_dict['NAME']}" if connection.vendor == "postgresql" else ""
        made.append(name)
        if not name:
            return Site(tmp_path / f"site-{len(made)}")
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
        return Site(tmp_path / f"site-{len(made)}", DATABASE_URL=address(name))

    yield make
    with connection.cursor() as cursor:
        for name in filter(None, made):
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def address(name: str) -> str:
    mine = connection.settings_dict
    return f"postgres://{mine['USER']}:{mine['PASSWORD']}@{mine['HOST']}:{mine['PORT']}/{name}"


def everything(database: sqlite3.Connection | psycopg.Connection) -> Everything:
    """All rows of all tables, as the library returns them."""
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    if isinstance(database, sqlite3.Connection):
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'"
    cursor: Any = database.cursor()
    names = [name for (name,) in cursor.execute(tables).fetchall()]
    return {name: sorted(cursor.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}


def here() -> Everything:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            return everything(database)
    with psycopg.connect(address(connection.settings_dict["NAME"])) as database:
        return everything(database)


def there(site: Site) -> Everything:
    if url := site.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            return everything(database)
    with closing(sqlite3.connect(site.folder / "site.sqlite3")) as database:
        return everything(database)


@pytest.fixture
def kept(full: None, tmp_path: Path) -> Path:
    """A backup of the full site."""
    file = tmp_path / "site.backup"
    call_command("backup", str(file))
    return file


@pytest.mark.long
def test_every_row_and_both_keys_come_back_and_no_other_account_reads_the_file(kept: Path, fresh: Fresh) -> None:
    assert kept.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO) == 0
    site = fresh()
    said = site.manage("restore", str(kept))
    assert f"the backup that version {version()} made" in said
    now = here()
    assert len(now["games_action"]) > 40
    assert there(site) == now
    for name, value in (("secret-key", settings.SECRET_KEY), ("push-key", settings.VAPID_KEY)):
        key = site.folder / name
        assert key.read_text() == value
        assert key.stat().st_mode & 0o777 == 0o600
        assert f"{key} is that of the backup" in said
    assert list(site.folder.glob(".backup-*")) == []


LOGINS = ("django_session", "accounts_apitoken", "allauth_idp_oidc_token")
"""The tables of what lets someone in without a password."""


@pytest.fixture
def let_in(full: None) -> Everything:
    """What lets a guest in; and Őze is logged in, has a token and a bot with a link, and has let an app in."""
    guest = Client()
    guest.post("/play-now/", {"game": "rapa_nui"})
    assert User.objects.filter(is_guest=True).exists()
    kept = {name: here()[name] for name in LOGINS}
    odd = User.objects.get(username="Őze")
    EmailAddress.objects.create(user=odd, email=odd.email, verified=True, primary=True)
    assert log_in(Client(), "Őze", "seven stone condors")
    token_create(user=odd, name="program", scopes=["read"], days=None)
    handover_begin(bot=bot_create(owner=odd, name="Oracle"))
    app = app_enter(name="Watch", homes=["https://app.example/back"])
    Token.objects.create(user=odd, client=app, type=Token.Type.REFRESH_TOKEN, hash="secret")
    return kept


@pytest.mark.long
@pytest.mark.parametrize("arguments", [[], ["--keep-logins"]])
def test_what_was_ended_since_the_backup_does_not_come_back_unless_the_operator_says_so(
    let_in: Everything, tmp_path: Path, fresh: Fresh, arguments: list[str]
) -> None:
    """A backup does not know that since then someone has logged out a stolen phone, or revoked a token."""
    call_command("backup", str(tmp_path / "site.backup"))
    site = fresh()
    said = site.manage("restore", str(tmp_path / "site.backup"), *arguments)
    now, then = there(site), here()
    if arguments:
        assert now == then
        return
    assert "1 logins and 2 tokens were ended. Guests stay." in said
    assert {name: now[name] for name in LOGINS} == let_in
    changed = {name for name in then if now[name] != then[name]}
    assert changed == {*LOGINS, "accounts_user"}, "the link to the bot is gone as well, and nothing else"


@pytest.mark.long
def test_the_key_that_signs_for_apps_comes_back_where_they_are_let_in(tmp_path: Path, fresh: Fresh) -> None:
    old, new, file = fresh(), fresh(), tmp_path / "apps.backup"
    old.manage("migrate", "-v0", OAUTH="true")
    old.manage("backup", str(file), OAUTH="true")
    said = new.manage("restore", str(file), OAUTH="true")
    key = new.folder / "oauth-key"
    assert f"{key} is that of the backup" in said
    assert key.read_text() == (old.folder / "oauth-key").read_text()


@pytest.mark.long
def test_a_backup_waits_for_no_writer_and_holds_what_was_committed_when_it_began(
    full: None, tmp_path: Path, fresh: Fresh
) -> None:
    file, before = tmp_path / "site.backup", here()
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN")
            cursor.execute("UPDATE accounts_user SET first_name = 'Pachacuti'")
            call_command("backup", str(file))
            cursor.execute("COMMIT")
    finally:
        other.close()
    assert User.objects.filter(first_name="Pachacuti").exists()
    site = fresh()
    site.manage("restore", str(file))
    assert there(site) == before


@pytest.mark.half_second
def test_a_backup_never_takes_the_place_of_another(kept: Path) -> None:
    before = kept.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(kept))
    assert kept.read_bytes() == before
    assert list(kept.parent.glob(".backup-*")) == []


def test_a_backup_names_the_folder_in_which_nothing_can_be_written(tmp_path: Path, db: None) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(CommandError, match=f"nothing can be written in {missing}: No such file or directory"):
        call_command("backup", missing / "backup")


@pytest.mark.long
def test_no_backup_of_an_empty_database_is_taken_for_one_of_the_site(fresh: Fresh, tmp_path: Path) -> None:
    file = tmp_path / "nothing"
    assert "the database is empty. Do DATABASE_URL and VAR_DIR name" in fresh().refused("backup", str(file))
    assert not file.exists()


@pytest.mark.long
def test_a_site_that_has_something_is_not_overwritten(kept: Path, fresh: Fresh) -> None:
    site = fresh()
    site.manage("restore", str(kept))
    before, key = there(site), (site.folder / "secret-key").read_bytes()
    assert "this database is not empty" in site.refused("restore", str(kept))
    assert (there(site), (site.folder / "secret-key").read_bytes()) == (before, key)


@pytest.mark.long
def test_other_keys_are_refused_unless_the_operator_says_that_they_know_it(kept: Path, fresh: Fresh) -> None:
    site, other = fresh(), {"SECRET_KEY": "another one, which is long enough for a site"}
    said = site.refused("restore", str(kept), **other)
    assert "SECRET_KEY is another one than that of the backup" in said
    assert "everyone is logged out" in said
    site.manage("restore", str(kept), "--other-keys", **other)
    assert there(site) == here()


@pytest.mark.long
def test_what_a_newer_version_has_kept_is_refused(full: None, tmp_path: Path, fresh: Fresh) -> None:
    file = tmp_path / "newer.backup"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_tomorrow', '2030-01-01')"
        )
        call_command("backup", str(file))
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_tomorrow'")
    assert "which does not know games.9999_tomorrow" in fresh().refused("restore", str(file))


@pytest.mark.long
def test_what_an_older_version_has_kept_gets_the_tables_of_today(kept: Path, fresh: Fresh, tmp_path: Path) -> None:
    older, newer, file = fresh(), fresh(), tmp_path / "older.backup"
    older.manage("restore", str(kept))
    older.manage("migrate", "notices", "zero", "--verbosity", "0")
    older.manage("backup", str(file))
    assert "The tables were made those of version" in newer.manage("restore", str(file))
    assert there(newer)["notices_notice"] == []
    assert "up to date" in newer.manage("version")
    assert "waits for" in older.manage("version")


@pytest.mark.long
def test_what_is_no_whole_backup_changes_nothing(kept: Path, fresh: Fresh) -> None:
    whole, site = kept.read_bytes(), fresh()
    for broken in (b"Dear Alice", whole[: len(whole) // 2], whole[:2000]):
        kept.write_bytes(broken)
        said = site.refused("restore", str(kept))
        assert "nothing was restored" in said
        assert "whole backup" in said
    assert there(site) == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("not settings.DATABASES['default']['ENGINE'].endswith('sqlite3')", reason="of a file")
def test_a_database_in_which_a_row_is_an_orphan_is_told_of_and_not_kept(tmp_path: Path) -> None:
    press = Press.objects.create(mark="orphan")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
        database.execute("UPDATE accounts_press SET user_id = 999999 WHERE id = ?", [press.pk])
        database.commit()
        with pytest.raises(CommandError, match="accounts_press belongs to one of accounts_user that is not there"):
            call_command("backup", str(tmp_path / "broken"))
        database.execute("DELETE FROM accounts_press")
        database.commit()
    assert list(tmp_path.iterdir()) == []

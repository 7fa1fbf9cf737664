"""Only the owner can read the data folder."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from machupicchu import env
from machupicchu.private import MARKER, close_all, keep_private
from tests.first import first
from tests.stack.site import ROOT


def mode(path: Path) -> int:
    """The permission bits of a file or folder."""
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder left open to others, with links that lead out of it."""
    folder, outside = tmp_path / "var", tmp_path / "outside"
    for made in (folder, folder / "mail", folder / "valkey", outside):
        made.mkdir()
        made.chmod(0o2775 if made == folder else 0o755)
    for file in (folder / "site.sqlite3", folder / "mail" / "1.log", folder / "tool", outside / "theirs"):
        file.write_text("secret")
        file.chmod(0o755 if file.name == "tool" else 0o664)
    os.mkfifo(folder / "pipe", 0o666)
    (folder / "pipe").chmod(0o666)
    (folder / "link").symlink_to(outside / "theirs")
    (folder / "folder-link").symlink_to(outside)
    return folder


def test_an_old_folder_is_closed_with_all_that_lies_in_it_and_nothing_else(old: Path) -> None:
    assert keep_private(old) == 7
    assert (mode(old), mode(old / "mail"), mode(old / "valkey")) == (0o2700, 0o700, 0o700)
    assert (mode(old / "site.sqlite3"), mode(old / "mail" / "1.log"), mode(old / "pipe")) == (0o600, 0o600, 0o600)
    assert mode(old / "tool") == 0o700
    assert (mode(old.parent / "outside"), mode(old.parent / "outside" / "theirs")) == (0o755, 0o664)
    assert (keep_private(old), close_all(old)) == (0, 0)


def test_what_was_restored_into_a_closed_folder_is_closed_too(old: Path) -> None:
    keep_private(old)
    (old / "site.sqlite3").chmod(0o644)
    assert close_all(old) == 1
    assert mode(old / "site.sqlite3") == 0o600


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_what_belongs_to_another_account_is_left_alone(old: Path) -> None:
    os.chown(old / "mail", 12345, 12345)
    keep_private(old)
    assert (mode(old / "mail"), mode(old / "mail" / "1.log")) == (0o755, 0o664)


def test_a_database_stays_locked_while_its_file_is_closed_to_others(tmp_path: Path) -> None:
    """SQLite's locks belong to the process: closing any descriptor of the file releases them."""
    file = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("CREATE TABLE things (name)")
        database.execute("BEGIN EXCLUSIVE")
        file.chmod(0o644)
        close_all(tmp_path)
        child = os.fork()
        if not child:
            refused = 1
            try:
                sqlite3.connect(file, timeout=0).execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                refused = 0
            os._exit(refused)
        assert os.waitpid(child, 0)[1] == 0, "another process got the lock"


@pytest.mark.parametrize("place", ["/", "/tmp", str(Path.home().parent)])
def test_a_folder_in_which_others_live_is_refused(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("VAR_DIR", place)
    with pytest.raises(ImproperlyConfigured, match="^VAR_DIR=.* is a folder that many share"):
        env.own_folder("VAR_DIR", Path("var"))


def test_an_account_without_a_home_has_a_folder_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("HOME", "~")
    assert env.own_folder("VAR_DIR", Path("var")) == tmp_path


def system(folder: Path) -> Path:
    """A folder like a system's, from which everyone runs programs."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "program").write_text("#!/bin/sh\n")
    for path in everything(folder):
        path.chmod(0o755)
    return folder


def everything(folder: Path) -> list[Path]:
    """The folder and everything in it."""
    return [folder, *sorted(folder.rglob("*"))]


def looked_at(folder: Path) -> list[tuple[Path, int, int]]:
    """Names, modes and times of a folder and everything in it."""
    return [(path, path.lstat().st_mode, path.lstat().st_mtime_ns) for path in everything(folder)]


def command(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and output of a command of the site with this VAR_DIR."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    mine = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "machupicchu.settings", "PORT": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=kept | mine, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


COMMANDS = (["manage.py", "check"], ["manage.py", "version"], ["-m", "machupicchu.run"])


@pytest.mark.half_second
@pytest.mark.parametrize("arguments", first([COMMANDS[0]], of=COMMANDS))
def test_a_folder_of_others_is_refused_in_words_and_nothing_in_it_changes(tmp_path: Path, arguments: list[str]) -> None:
    folder = system(tmp_path / "usr")
    before = looked_at(folder)
    code, said = command(folder, *arguments)
    assert code
    assert f"Wrong setting: VAR_DIR='{folder}' holds what is not the site's: bin." in said
    assert "Traceback" not in said
    assert looked_at(folder) == before


def taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, after a process has started with it."""
    monkeypatch.setenv("VAR_DIR", str(folder))
    return env.own_folder("VAR_DIR", Path("var"))


@pytest.mark.parametrize("there", [False, True])
def test_a_new_or_empty_folder_becomes_the_sites_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    folder = tmp_path / "var"
    if there:
        folder.mkdir()
        folder.chmod(0o755)
        (folder / "lost+found").mkdir(mode=0o700)
    assert mode(taken(folder, monkeypatch)) == 0o700
    assert keep_private(folder) == 0, "nothing was readable"
    (folder / "anything").touch()
    assert taken(folder, monkeypatch) == folder, "it is recognised from now on"


@pytest.mark.parametrize(
    "files",
    [
        {"site.sqlite3": "", "secret-key": "", "notes-of-the-operator": ""},
        {"site.sqlite3": "", "site.sqlite3-wal": "", "valkey/valkey.log": ""},
        {"push-key": "", "metrics/counter_1.db": "", "mail/1.log": ""},
        {"prepared-data": "a1" * 32, "static/js/match.js": "", ".bash_history": ""},
    ],
)
def test_a_folder_of_a_site_from_before_there_was_a_marker_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert (taken(tmp_path, monkeypatch) / MARKER).exists()


@pytest.mark.parametrize(
    "files", [{"prepared-data": "rows of somebody"}, {"secret-key": "", "photo.jpg": ""}, {"static/site.css": ""}]
)
def test_a_file_that_is_called_as_one_of_ours_does_not_make_a_folder_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(ImproperlyConfigured, match="^VAR_DIR=.* holds what is not the site's"):
        taken(tmp_path, monkeypatch)
    (tmp_path / MARKER).touch()
    assert taken(tmp_path, monkeypatch) == tmp_path, "a folder marked as the site's is accepted"

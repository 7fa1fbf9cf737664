"""Nobody but its owner reads in the folder of the data."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from machupicchu import env
from machupicchu.private import close_all, keep_private


def mode(path: Path) -> int:
    """The rights that a file or a folder gives, without its kind."""
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder as it was left open, with links out of it."""
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
def test_what_belongs_to_somebody_else_is_left_alone(old: Path) -> None:
    os.chown(old / "mail", 12345, 12345)
    keep_private(old)
    assert (mode(old / "mail"), mode(old / "mail" / "1.log")) == (0o755, 0o664)


def test_a_database_stays_locked_while_its_file_is_closed_to_others(tmp_path: Path) -> None:
    """SQLite's locks are those of the process: they end with the first descriptor of the file that it closes."""
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
        assert os.waitpid(child, 0)[1] == 0, "another process has got the lock"


@pytest.mark.parametrize("place", ["/", "/tmp", str(Path.home().parent)])
def test_a_folder_in_which_others_live_is_refused(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("VAR_DIR", place)
    with pytest.raises(ImproperlyConfigured, match="^VAR_DIR=.* is a folder of many"):
        env.own_folder("VAR_DIR", Path("var"))


def test_whoever_has_no_home_has_a_folder_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("HOME", "~")
    assert env.own_folder("VAR_DIR", Path("var")) == tmp_path

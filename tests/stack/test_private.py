"""Everything the running site writes is only for its owner, even in a folder that was open to others."""

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.site import PATIENCE, RunningSite, UnpreparedSite, wait_until
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack


def everything(folder: Path) -> Iterator[Path]:
    """A folder and everything in it."""
    yield folder
    yield from folder.rglob("*")


def open_to_others(folder: Path) -> list[str]:
    """Paths that others than the owner have any access to, with their modes."""
    found = []
    for path in everything(folder):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:  # SQLite and Valkey remove files they no longer need
            continue
        if mode & 0o077 and not stat.S_ISLNK(mode):
            found.append(f"{path.relative_to(folder)} {stat.S_IMODE(mode):o}")
    return found


def live_in(site: RunningSite) -> None:
    """Let the site write all kinds of files: database, mails, queues, schedule, static files."""
    visitor = Visitor(site.url)
    visitor.get("/account/signup/")
    form = {"username": f"Owner{site.port}", "password1": "quiet-terrace-7", "email": f"o{site.port}@example.org"}
    assert visitor.post("/account/signup/", **form).status == 302
    assert Visitor(site.url).get("/static/js/match.js").status in (200, 404)
    stranger = Visitor(site.url)
    stranger.get("/account/password/reset/")
    assert stranger.post("/account/password/reset/", email=form["email"]).status == 302
    wait_until(lambda: any((site.folder / "mail").glob("*.log")), PATIENCE, site.log)
    wait_until(lambda: any(site.folder.glob("beat-schedule*")), PATIENCE, site.log)
    wait_until(lambda: any((site.folder / "valkey").rglob("*.aof")), PATIENCE, site.log)


def test_no_other_account_reads_what_a_site_writes_nor_what_an_older_one_has_left_open(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    with UnpreparedSite(folder) as site:
        assert "Other users" not in site.log(), "the folder was empty"
        live_in(site)
        assert (folder / "site.sqlite3-wal").exists()
        assert open_to_others(folder) == []
        site.python("manage.py", "moderators")
        site.python("-c", "import machupicchu.settings; open(machupicchu.settings.VAR_DIR / 'made', 'w').close()")
        assert open_to_others(folder) == []

    with sqlite3.connect(folder / "site.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM accounts_user").fetchone()[0] > 1
    outside = tmp_path / "outside"
    outside.write_text("of somebody else")
    outside.chmod(0o644)
    (folder / "link").symlink_to(outside)
    for path in everything(folder):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    with RunningSite(folder) as site:
        assert "Other users of this machine could read in" in site.log()
        live_in(site)
        assert open_to_others(folder) == []
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644
    assert stat.S_IMODE((folder / "site.sqlite3").stat().st_mode) == 0o600

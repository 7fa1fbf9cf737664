"""A release has one number and one place in the change log, and a database that the previous release can write to."""

from __future__ import annotations

import re
import subprocess
import tomllib
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

from machupicchu.run.sources import DATA, SOURCES
from machupicchu.version import commit, version
from tests.site.releases import number_before

RELEASE = re.compile(r"^## (\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
CHANGES = (settings.BASE_DIR / "CHANGELOG.md").read_text()

LAST_WITHOUT_DEFAULTS = {
    "accounts": 16,
    "clubs": 1,
    "cups": 1,
    "daily": 1,
    "games": 31,
    "ladders": 0,
    "notices": 9,
    "puzzles": 0,
}
"""Migrations from before this rule: a later migration adds the defaults that they lack."""


def test_the_list_of_changes_tells_every_release_once_the_newest_first() -> None:
    found = [(tuple(map(int, each[:3])), date.fromisoformat(each[3])) for each in RELEASE.findall(CHANGES)]
    assert len(found) == len(re.findall("^## (?!Unreleased$)", CHANGES, re.MULTILINE))
    for (newer, later), (older, earlier) in pairwise(found):
        assert newer > older
        assert later >= earlier
    assert ".".join(map(str, found[0][0])) == version()


def test_every_release_says_what_it_does_to_the_tables() -> None:
    for each in re.split("^## ", CHANGES, flags=re.MULTILINE)[1:]:
        said = each.split("\n")[2]
        assert said.startswith(("Changes tables", "Changes no tables", "The first release")), each[:40]


def test_the_release_before_is_the_newest_but_for_what_is_on_its_way() -> None:
    written = "# Changes\n\n## 0.6.0 (2026-12-24)\n\nChanges tables.\n\n## 0.5.0 (2026-11-26)\n"
    assert number_before(written) == "0.5.0"
    assert number_before(written.replace("## 0.6.0", "## Unreleased\n\n## 0.6.0")) == "0.6.0"


def test_the_lock_file_names_the_same_version() -> None:
    packages = tomllib.loads((settings.BASE_DIR / "uv.lock").read_text())["package"]
    assert [each["version"] for each in packages if each["name"] == "machupicchu"] == [version()]


@pytest.mark.django_db
def test_the_command_tells_all_that_a_report_needs(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("site_version")
    said = dict(line.split(":", 1) for line in capsys.readouterr().out.splitlines())
    assert list(said) == ["version", "commit", "migrations", "database", "python"]
    assert said["version"].strip() == version()
    assert said["migrations"].strip() == "up to date"


def test_the_commit_is_found_in_a_clone_and_in_a_second_work_tree(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        who = ("-c", "user.name=Tests", "-c", "user.email=tests@games.example")
        command = ["git", "-C", str(first), *who, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    assert commit(first) == ""
    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message=One")
    head = git("rev-parse", "HEAD")
    git("worktree", "add", "--quiet", "-b", "other", str(second))
    commit.cache_clear()
    assert (commit(first), commit(second)) == (head, head)
    git("pack-refs", "--all")
    git("-C", str(second), "checkout", "--quiet", "--detach")
    commit.cache_clear()
    assert (commit(first), commit(second)) == (head, head)
    commit.cache_clear()


def test_every_app_with_tables_is_prepared_anew_and_watched_when_it_gets_a_migration() -> None:
    ours = {folder.parent.name for folder in settings.BASE_DIR.glob("*/migrations")}
    assert ours == LAST_WITHOUT_DEFAULTS.keys()
    assert ours <= set(SOURCES[DATA])


def test_new_columns_have_a_default_in_the_database_so_that_old_processes_can_still_write() -> None:
    """During an update, processes of the previous release add rows without knowing the new column."""
    loader = MigrationLoader(None)
    without = []
    for (app, name), migration in loader.disk_migrations.items():
        if int(name[:4]) <= LAST_WITHOUT_DEFAULTS.get(app, 10_000):  # the tables of libraries are not ours
            continue
        for change in migration.operations:
            if isinstance(change, migrations.AddField) and not _can_be_left_out(change.field):
                without.append(f"{app}.{name}: {change.model_name}.{change.name} needs db_default or null")
    assert without == []


def _can_be_left_out(field: models.Field) -> bool:
    return field.null or field.many_to_many or field.has_db_default()

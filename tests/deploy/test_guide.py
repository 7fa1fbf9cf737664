"""docs/operating.md names only things that exist, and `deploy/manage` runs commands as it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

GUIDE = (settings.BASE_DIR / "docs/operating.md").read_text()
UNITS = settings.BASE_DIR / "deploy/systemd"
OURS = {*get_commands(), "version"}


def test_every_file_and_every_command_that_is_named_is_there() -> None:
    files = set(re.findall(r"\bdeploy/[\w./-]*\w", GUIDE))
    files -= set((settings.BASE_DIR / ".gitignore").read_text().replace("\n/", "\n").split())  # made by the operator
    assert len(files) > 5
    assert [name for name in files if not (settings.BASE_DIR / name).exists()] == []
    commands = set(re.findall(r"(?:deploy/manage|manage\.py) ([a-z_]+)", GUIDE))
    assert {"check", "moderators", "restore", "version"} <= commands <= OURS


def test_every_unit_that_is_named_is_there_and_an_update_restarts_all() -> None:
    named = set(re.findall(r"machupicchu-(?!\*)[a-z]+(?:\.timer)?(?=[\s`])", GUIDE))
    there = {path.name for path in UNITS.iterdir()}
    assert {name if "." in name else f"{name}.service" for name in named} <= there
    [parts] = re.findall(r"for part in (.+); do", GUIDE)
    wanted = re.findall(r"machupicchu-(\S+)\.service", (UNITS / "machupicchu.target").read_text())
    assert sorted(parts.split()) == sorted(wanted)


@pytest.mark.long
def test_manage_has_the_settings_and_runs_as_the_user_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "site.env").write_text('SITE_NAME="Seven Terraces"\n')
    runuser = tmp_path / "runuser"
    runuser.write_text(f'#!/bin/sh\necho "$1 $2 $3" && shift 4 && exec {sys.executable} "$@"\n')
    runuser.chmod(0o755)
    script = (settings.BASE_DIR / "deploy/manage").read_text().replace("/var/lib/machupicchu", str(tmp_path / "var"))
    manage = tmp_path / "deploy" / "manage"
    manage.parent.mkdir()
    manage.write_text(script)
    manage.chmod(0o755)
    (tmp_path / "manage.py").symlink_to(settings.BASE_DIR / "manage.py")
    done = subprocess.run(
        [
            manage,
            "shell",
            "--verbosity",
            "0",
            "-c",
            "from django.conf import settings as s; print(s.SITE_NAME, s.VAR_DIR)",
        ],
        cwd="/",
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SITE_ENV": str(tmp_path / "site.env")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"-u machupicchu --\nSeven Terraces {tmp_path / 'var'}\n", done.stderr

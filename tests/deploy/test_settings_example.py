"""`deploy/site.env.example` names every setting, and starts a site once the blanks are filled in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.site.environment import settings_read

EXAMPLE = settings.BASE_DIR / "deploy/site.env.example"


def test_every_setting_is_named_once() -> None:
    named = re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
    assert sorted(named) == sorted(settings_read())


@pytest.mark.long
def test_a_shell_and_the_site_understand_it_with_every_line_in_force(tmp_path: Path) -> None:
    later = "--- set by the units"
    text, _units_and_tests = EXAMPLE.read_text().split(later)
    text = re.sub(r"^#([A-Z_]+=.+)$", r"\1", text, flags=re.MULTILINE)
    [proposed] = re.findall(r"(head -c .+)$", text, re.MULTILINE)
    key = subprocess.run(["sh", "-c", proposed], capture_output=True, text=True, check=True).stdout
    text = text.replace("SECRET_KEY=\n", f"SECRET_KEY={key}")
    file = tmp_path / "site.env"
    file.write_text(text)
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        ["sh", "-c", f'set -a; . "{file}"; exec "{sys.executable}" manage.py check --deploy --fail-level WARNING'],
        cwd=settings.BASE_DIR,
        env=kept | {"VAR_DIR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")

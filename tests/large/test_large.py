"""The parts of a large site, each with its own folder and settings, work together behind nginx."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.stack.site import ROOT

pytestmark = pytest.mark.stack


def test_an_evening_on_two_servers_of_pages_and_one_of_sockets_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.large", "--matches", "4", "--watchers", "1", "--minutes", "0.1"]
    done = subprocess.run([*command, "--pause", "0.5"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    assert "0 actions answered and not stored, 0 boards not shown" in said
    spent = {name: float(each) for name, each in re.findall(r"^(\S+) +([\d.]+) ms an action", said, re.MULTILINE)}
    busy = {name for name in spent if spent[name] > 0}
    assert {"pages", "sockets", "postgresql", "valkey", "default"} <= busy, said
    assert "nginx" in spent, said  # for so few requests it may need less than the kernel counts

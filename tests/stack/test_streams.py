"""Streams of the running site: every turn comes exactly once, whatever is killed. Long form: `tests.bench.streams`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench.streams import measure
from tests.stack.site import RunningSite

pytestmark = pytest.mark.stack


def test_bots_hear_every_turn_once_while_web_processes_are_killed(tmp_path: Path) -> None:
    with RunningSite(tmp_path, WEB_PROCESSES="2", AI_PROCESSES="1") as site:
        found = measure(site, turns=100, every=10, kills=1, games=("rapa_nui", "maya"))
    assert found["entries"] >= found["actions"] >= 100
    assert found["killed"] >= 1
    log = site.log()  # up to its end: processes with open streams have been able to end
    assert not re.search("Traceback|Cancel .* running task", log), log

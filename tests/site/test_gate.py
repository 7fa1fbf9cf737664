"""The lists of the gate name only tests that exist."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.conftest import UNMATCHED
from tests.gate import ANY_DATABASE, GATE, MATCHES, PAGES, STACK, TWO_WINDOWS, WHAT_BROWSERS_DO, file_of

ROOT = Path(__file__).resolve().parents[2]


def test_every_name_in_the_lists_is_that_of_a_test(request: pytest.FixtureRequest) -> None:
    files = {file_of(name) for name in (*GATE, *ANY_DATABASE)}
    assert [file for file in files if not list(ROOT.glob(file))] == []
    assert request.config.stash[UNMATCHED] == []


def kinds(names: Iterable[str]) -> set[str]:
    return {file_of(name).rpartition("/")[2] for name in names}


def test_each_kind_that_the_gate_promises_is_there() -> None:
    assert {"test_whole_games.py", "test_whole_matches.py"} <= kinds(MATCHES)
    assert {"test_live.py", "test_rematch.py"} <= kinds(TWO_WINDOWS)
    assert {"test_silent_line.py", "test_what_is_refused.py", "test_second_press.py"} <= kinds(WHAT_BROWSERS_DO)
    assert {"test_pushes.py", "test_passkeys.py"} <= kinds(WHAT_BROWSERS_DO)
    assert {"test_run.py", "test_match.py", "test_storage.py"} <= kinds(STACK)
    assert len(PAGES) > 50

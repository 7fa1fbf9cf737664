"""The recorded games of tests/titles, for tests of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.titles import RECORDS, game_of

FINISHED = RECORDS


def result_of(path: Path) -> str:
    """The result as the file states it: `0:12 1:9 end=deck`."""
    found = re.search(r'^\[Result "(.+)"\]$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, path
    return found[1]


def _one_of_each_end() -> Iterator[ParameterSet]:
    ends = set()
    for path in FINISHED:
        end = (game_of(path), result_of(path).rpartition(" ")[2])
        yield pytest.param(path, id=f"{game_of(path)}-{path.stem}", marks=[pytest.mark.slow] if end in ends else [])
        ends.add(end)


every_finished_game = pytest.mark.parametrize("path", list(_one_of_each_end()))
"""One record for every way in which a game ends; in the slow lane all others too."""

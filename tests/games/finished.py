"""The finished games under tests/records, as tests of pages go through them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

RECORDS = Path(__file__).parents[1] / "records"
FINISHED = sorted(RECORDS.glob("*/*.txt"))


def result_of(path: Path) -> str:
    """The result as it stands in the file: `0:12 1:9 end=deck`."""
    found = re.search(r'^\[Result "(.+)"\]$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, path
    return found[1]


def _one_of_each_end() -> Iterator[ParameterSet]:
    ends = set()
    for path in FINISHED:
        end = (path.parent.name, result_of(path).rpartition(" ")[2])
        yield pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=[pytest.mark.slow] if end in ends else [])
        ends.add(end)


every_finished_game = pytest.mark.parametrize("path", list(_one_of_each_end()))
"""One record of every way in which a game ends; in the slow lane all the others."""

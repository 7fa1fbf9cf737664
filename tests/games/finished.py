"""The recorded games of tests/titles, for tests of pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.titles import RECORDS, game_of

FINISHED = RECORDS


def result_of(path: Path) -> str:
    """The result as the file states it: `0:12 1:9 end=deck`."""
    found = re.search(r'^\[Result "(.+)"\]$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, path
    return found[1]


def _one_of_each_end() -> list[Path]:
    chosen = {(game_of(path), result_of(path).rpartition(" ")[2]): path for path in reversed(FINISHED)}
    return [path for path in FINISHED if path in chosen.values()]


ENDS = _one_of_each_end()
"""One record for every way in which a game ends."""

ONE_OF_EACH_GAME = [*{game_of(path): path for path in reversed(ENDS)}.values()]


def _lane_of(path: Path, chosen: list[Path]) -> list[pytest.MarkDecorator]:
    if path in chosen:
        return []
    return [pytest.mark.long if path in ENDS else pytest.mark.slow]


def _finished_games(chosen: list[Path]) -> pytest.MarkDecorator:
    games = [pytest.param(path, id=f"{game_of(path)}-{path.stem}", marks=_lane_of(path, chosen)) for path in FINISHED]
    return pytest.mark.parametrize("path", games)


every_finished_game = _finished_games(ENDS)
"""One record for every way in which a game ends; in the slow lane all others too."""

a_game_of_each = _finished_games(ONE_OF_EACH_GAME)
"""One record of each game; in other lanes all others too."""

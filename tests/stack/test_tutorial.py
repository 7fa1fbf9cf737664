"""A bot by the lines of docs/api.md plays every kind of game to its end. Long form: `tests.bench.tutorial`."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import GAMES
from tests.bench.tutorial import play
from tests.stack.site import SmallSite


@pytest.mark.stack
def test_the_program_of_the_document_plays_every_game_to_its_end(tmp_path: Path) -> None:
    with SmallSite(tmp_path, WEB_PROCESSES="1", AI_PROCESSES="1") as site:
        said = list(play(site, 1, 1))
    assert sorted(line.partition(" ")[0] for line in said[1:5]) == sorted(GAMES)
    for game in GAMES:
        (summary,) = (line for line in said if line.startswith(f"{game}: "))
        assert ": 1 games, 1 played to the end, 0 left, " in summary

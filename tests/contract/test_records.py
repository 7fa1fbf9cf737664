"""The recorded games of tests/titles: one for every way to end and every seat count, all still valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import GAMES, record
from games.engine.contract import AnyGame
from games.engine.variants import options_text
from tests.titles import game_of, record_files


@pytest.mark.parametrize(
    "path", [path for key in GAMES for path in record_files(key)], ids=lambda path: f"{game_of(path)}-{path.stem}"
)
def test_record_replays(path: Path) -> None:
    read = record.read(path.read_text(encoding="utf-8"))
    assert read.game == game_of(path)
    assert read.result is not None


IMPOSSIBLE = {
    ("maya", 2, "announced"): "MAY 4.6: nobody can announce the end of a duel",
}
"""Endings that the rules exclude for a seat count, with the paragraph that says so."""


def variants(game: AnyGame) -> list[dict[str, str]]:
    """The printed game, then each of its variants."""
    return [{}, *({option.name: value} for option in game.OPTIONS for value in option.values[1:])]


def endings(game: AnyGame) -> set[tuple[int, str, str]]:
    """Every seat count, with every variant, with every possible reason to end."""
    return {
        (seats, options_text(options), reason)
        for seats in game.SEATS
        for options in variants(game)
        for reason in game.REASONS
        if (game.KEY, seats, reason) not in IMPOSSIBLE
    }


def recorded(game: AnyGame) -> set[tuple[int, str, str]]:
    """The same for the existing records."""
    records = [record.read(path.read_text(encoding="utf-8")) for path in record_files(game.KEY)]
    return {(it.seats, options_text(it.options), str(it.result).rpartition(" end=")[2]) for it in records}


def test_every_way_to_end_has_a_record_for_every_seat_count_and_variant(game: AnyGame) -> None:
    assert recorded(game) == endings(game)


def test_what_is_impossible_is_a_way_to_end_otherwise() -> None:
    for key, seats, reason in IMPOSSIBLE:
        assert reason in GAMES[key].REASONS
        assert seats in GAMES[key].SEATS

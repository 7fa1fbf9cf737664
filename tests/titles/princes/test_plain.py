"""The engine against `plain.py`: two implementations that share nothing except the rules page.

The counts (perft) below were found twice: by the engine, and by `plain.py`, which was written from the rules text and
the notation page before it was ever compared with the engine, and which replays every sequence from the deal. Both
agreed before a number was written here, and every run counts both again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from games.engine import record
from games.titles.princes import rules as princes
from games.titles.princes.rules.cards import CARDS
from tests.titles.alike import engine_sequences, plain_sequences, played_alike, replayed_alike, some_games

from .plain import Plain

RECORDS = Path(__file__).with_name("records")

DECK = " ".join(CARDS[::-1])
BEGINNER = {"start": "beginner"}

FROM_THE_DEAL: list[tuple[int, dict[str, str], tuple[int, ...]]] = [
    (2, {}, (5, 25, 375, 4657)),
    (2, BEGINNER, (5, 20, 300, 3684)),
    (3, {}, (5, 25, 125, 1875)),
    (3, BEGINNER, (5, 20, 60, 900, 10428)),
    (4, {}, (5, 25, 125, 625, 9375)),
    (4, BEGINNER, (5, 20, 60, 120, 1800)),
    (5, {}, (5, 25, 125, 625, 3125)),
    (5, BEGINNER, (5, 20, 60, 120, 120, 1800)),
]
"""Numbers of sequences of 1, 2, 3 … actions."""
FROM_A_RECORD: list[tuple[str, int, int, int] | ParameterSet] = [
    ("five_beginners", 26, 3, 200),
    pytest.param("five_beginners", 73, 4, 1856, marks=pytest.mark.slow),
    pytest.param("five_seats", 90, 3, 1165, marks=pytest.mark.slow),
    ("four_beginners", 21, 3, 220),
    ("four_beginners", 42, 3, 350),
    ("four_seats", 26, 3, 717),
    ("four_seats", 71, 3, 388),
    ("rescue_by_cards", 550, 3, 8),
    ("rescue_by_priests", 640, 3, 97),
    ("three_beginners", 52, 3, 322),
    ("three_beginners", 69, 3, 791),
    ("three_seats", 41, 3, 580),
    ("three_seats", 112, 4, 38),
    ("two_beginners", 70, 3, 760),
    ("two_seats", 44, 3, 1170),
]
"""The record, the number of its actions to play first, the depth, and the number of sequences."""


@pytest.mark.parametrize(("seats", "options", "counts"), FROM_THE_DEAL)
def test_perft_from_the_deal(seats: int, options: dict[str, str], counts: tuple[int, ...]) -> None:
    state = princes.start(princes.parse_deal(seats, options, f"deck={DECK}"))
    for depth, count in enumerate(counts, 1):
        assert engine_sequences(princes, state, depth) == count
        assert plain_sequences(partial(Plain, seats, DECK, options == BEGINNER), (), depth) == count


@pytest.mark.parametrize(("name", "plies", "depth", "count"), FROM_A_RECORD)
def test_perft_from_a_record(name: str, plies: int, depth: int, count: int) -> None:
    """Market, sacrifices, summits, nights and ends: positions that no short sequence from a deal reaches."""
    read = record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = list(record.replay(read))[plies].state
    begun = partial(Plain, read.seats, read.deal.removeprefix("deck="), read.options == BEGINNER)
    assert engine_sequences(princes, state, depth) == count
    assert plain_sequences(begun, tuple(ply.text for ply in read.plies[:plies]), depth) == count


@some_games(1, 4)
@pytest.mark.parametrize("seats", princes.SEATS)
@pytest.mark.parametrize("policy", ["random", "mixed"])
@pytest.mark.parametrize("options", [{}, BEGINNER], ids=["printed", "beginner"])
def test_engine_and_plain_play_alike(seats: int, policy: str, options: dict[str, str], numbers: range) -> None:
    for number in numbers:
        rng = Random(f"{seats}/{policy}/{number}")
        deal = princes.deal(seats, options, rng)
        plain = Plain(seats, " ".join(deal.deck), deal.is_beginner)
        assert played_alike(princes, deal, plain, policy, rng) == plain.reason


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_plain_agrees_with_the_records(path: Path) -> None:
    read = record.read(path.read_text(encoding="utf-8"))
    replayed_alike(Plain(read.seats, read.deal.removeprefix("deck="), read.options == BEGINNER), read)

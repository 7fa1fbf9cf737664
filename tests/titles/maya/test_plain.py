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
from games.titles.maya import rules as maya
from tests.titles.alike import engine_sequences, plain_sequences, played_alike, replayed_alike, some_games

from .plain import Plain

RECORDS = Path(__file__).with_name("records")

FROM_THE_DEAL = [
    ("two_seats", (48, 1056)),
    ("two_seats_repetition", (48, 1056)),
    ("three_seats", (48, 1408)),
    ("four_seats", (48, 1408)),
    ("two_seats_built", (81, 5184)),
    ("four_seats_built", (81, 5184)),
]
"""Numbers of sequences of 1, 2, 3 … actions from the deal of a record."""
PIECES = 45
"""The number of pieces on the nine towers."""
FROM_A_RECORD = [
    ("four_seats", 4, 2, 670),
    ("four_seats", 14, 2, 234),
    ("four_seats", 25, 2, 154),
    ("four_seats", 27, 2, 170),
    ("four_seats_built", 15, 3, 24),
    ("four_seats_built", 26, 2, 54),
    ("four_seats_built", 34, 3, 180),
    ("four_seats_built", 42, 4, 288),
    ("four_seats_built", 49, 2, 613),
    ("four_seats_built", 95, 4, 91),
    ("four_seats_built", 97, 4, 9),
    ("four_seats_repetition", 4, 2, 832),
    ("four_seats_repetition", 11, 2, 504),
    ("four_seats_repetition", 18, 2, 674),
    ("four_seats_repetition", 20, 2, 607),
    ("four_seats_shared", 4, 2, 752),
    ("four_seats_shared", 32, 2, 306),
    ("four_seats_shared", 60, 4, 64),
    ("four_seats_shared", 62, 3, 4),
    ("three_seats", 4, 2, 812),
    ("three_seats", 28, 2, 186),
    ("three_seats", 53, 3, 580),
    ("three_seats", 55, 3, 701),
    ("three_seats_built", 15, 4, 1134),
    ("three_seats_built", 26, 2, 54),
    ("three_seats_built", 34, 3, 90),
    ("three_seats_built", 41, 4, 96),
    ("three_seats_built", 42, 4, 576),
    ("three_seats_built", 78, 4, 3),
    ("three_seats_built", 80, 2, 1),
    ("three_seats_end", 4, 2, 848),
    ("three_seats_end", 33, 2, 237),
    ("three_seats_end", 62, 4, 6),
    ("three_seats_end", 64, 2, 3),
    ("three_seats_no_progress", 4, 2, 780),
    ("three_seats_no_progress", 40, 2, 630),
    ("three_seats_no_progress", 77, 2, 571),
    ("three_seats_no_progress", 79, 2, 574),
    ("two_seats", 4, 2, 360),
    ("two_seats", 36, 2, 146),
    ("two_seats", 69, 4, 2),
    ("two_seats", 71, 3, 1),
    ("two_seats_built", 15, 3, 36),
    ("two_seats_built", 26, 2, 54),
    ("two_seats_built", 34, 3, 90),
    ("two_seats_built", 42, 4, 288),
    ("two_seats_built", 43, 3, 96),
    ("two_seats_built", 82, 4, 12),
    ("two_seats_built", 84, 4, 3),
    ("two_seats_built_no_progress", 15, 4, 1134),
    ("two_seats_built_no_progress", 26, 2, 54),
    ("two_seats_built_no_progress", 34, 3, 90),
    ("two_seats_built_no_progress", 42, 4, 576),
    ("two_seats_built_no_progress", 53, 2, 522),
    ("two_seats_built_no_progress", 102, 2, 432),
    ("two_seats_built_no_progress", 104, 2, 432),
    ("two_seats_equal_rank", 4, 2, 522),
    ("two_seats_equal_rank", 31, 2, 145),
    ("two_seats_equal_rank", 59, 4, 65),
    ("two_seats_equal_rank", 61, 4, 11),
    ("two_seats_repetition", 4, 2, 432),
    ("two_seats_repetition", 32, 2, 233),
    ("two_seats_repetition", 61, 2, 205),
    ("two_seats_repetition", 63, 2, 206),
]
"""The record, the number of its actions to play first, the depth, and the number of sequences."""


def read(name: str) -> record.Record:
    return record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "counts"), FROM_THE_DEAL)
def test_perft_from_the_deal(name: str, counts: tuple[int, ...]) -> None:
    whole = read(name)
    state = maya.start(maya.parse_deal(whole.seats, whole.options, whole.deal))
    for depth, count in enumerate(counts, 1):
        assert engine_sequences(maya, state, depth) == count
        assert plain_sequences(partial(Plain, whole.seats, whole.options, whole.deal), (), depth) == count


def lane_of(name: str, plies: int, depth: int, count: int) -> ParameterSet:
    """The row, with a mark if its sequences take long to count.

    The plain game plays every sequence from the deal, and there are most choices while the towers are built.
    """
    actions = plies * count
    if actions > 10_000 or ("built" in name and plies < PIECES and depth > 2):
        marks = [pytest.mark.slow]
    elif actions > 3_500:
        marks = [pytest.mark.long]
    else:
        marks = []
    return pytest.param(name, plies, depth, count, marks=marks)


@pytest.mark.parametrize(("name", "plies", "depth", "count"), [lane_of(*row) for row in FROM_A_RECORD])
def test_perft_from_a_record(name: str, plies: int, depth: int, count: int) -> None:
    """Connected pieces, full levels, announcements and ends: positions that no short sequence from a deal reaches."""
    whole = read(name)
    state = list(record.replay(whole))[plies].state
    assert engine_sequences(maya, state, depth) == count
    begun = partial(Plain, whole.seats, whole.options, whole.deal)
    assert plain_sequences(begun, tuple(ply.text for ply in whole.plies[:plies]), depth) == count


@some_games(1, 5)
@pytest.mark.parametrize("setup", ["random", "build"])
@pytest.mark.parametrize("seats", maya.SEATS)
@pytest.mark.parametrize("policy", ["random", "mixed"])
def test_engine_and_plain_play_alike(seats: int, policy: str, setup: str, numbers: range) -> None:
    options = {"setup": setup}
    for number in numbers:
        rng = Random(f"{seats}/{policy}/{setup}/{number}")
        deal = maya.deal(seats, options, rng)
        plain = Plain(seats, options, maya.deal_text(deal))
        played_alike(maya, deal, plain, policy, rng)
        assert plain.over


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_plain_agrees_with_the_records(path: Path) -> None:
    whole = read(path.stem)
    replayed_alike(Plain(whole.seats, whole.options, whole.deal), whole)

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

from games.engine import record
from games.titles.machu_picchu import rules as machu_picchu
from tests.titles.alike import engine_sequences, plain_sequences, played_alike, replayed_alike, some_games

from .plain import Plain

RECORDS = Path(__file__).with_name("records")

FROM_THE_DEAL = [
    ("two_seats", (16, 192, 1536, 6144, 12288)),
    ("three_seats", (16, 192, 1536, 3072, 49152)),
    ("four_seats", (16, 192, 1536, 6144, 12288)),
]
"""Numbers of sequences of 1, 2, 3 … actions from the deal of a record."""
FROM_A_RECORD = [
    ("two_seats", 7, 5, 9344),
    ("two_seats", 8, 4, 576),
    ("better_priest", 18, 4, 1024),
    ("better_priest", 38, 3, 64),
    ("three_seats", 18, 4, 2304),
    ("neutral_priest", 33, 3, 192),
    ("four_seats", 28, 4, 1280),
    ("last_space", 18, 4, 768),
    pytest.param("full_in_the_last_round", 36, 4, 768, marks=pytest.mark.slow),
    ("suns_run_out", 25, 4, 2816),
    ("fires_run_out", 26, 4, 2560),
]
"""The record, the number of its actions to play first, the depth, and the number of sequences."""


def read(name: str) -> record.Record:
    return record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("depths", [(1, 2, 3), pytest.param((4, 5), marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "counts"), FROM_THE_DEAL)
def test_perft_from_the_deal(name: str, counts: tuple[int, ...], depths: tuple[int, ...]) -> None:
    whole = read(name)
    state = machu_picchu.start(machu_picchu.parse_deal(whole.seats, {}, whole.deal))
    for depth in depths:
        count = counts[depth - 1]
        assert engine_sequences(machu_picchu, state, depth) == count
        assert plain_sequences(partial(Plain, whole.deal), (), depth) == count


@pytest.mark.parametrize(("name", "plies", "depth", "count"), FROM_A_RECORD)
def test_perft_from_a_record(name: str, plies: int, depth: int, count: int) -> None:
    """Priests to put back, and the end: positions that no short sequence from a deal reaches."""
    whole = read(name)
    state = list(record.replay(whole))[plies].state
    assert engine_sequences(machu_picchu, state, depth) == count
    assert plain_sequences(partial(Plain, whole.deal), tuple(ply.text for ply in whole.plies[:plies]), depth) == count


@some_games(6, 40)
@pytest.mark.parametrize("seats", machu_picchu.SEATS)
@pytest.mark.parametrize("policy", ["random", "mixed"])
def test_engine_and_plain_play_alike(seats: int, policy: str, numbers: range) -> None:
    for number in numbers:
        rng = Random(f"{seats}/{policy}/{number}")
        deal = machu_picchu.deal(seats, {}, rng)
        plain = Plain(machu_picchu.deal_text(deal))
        played_alike(machu_picchu, deal, plain, policy, rng)
        assert plain.over


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_plain_agrees_with_the_records(path: Path) -> None:
    whole = read(path.stem)
    replayed_alike(Plain(whole.deal), whole)

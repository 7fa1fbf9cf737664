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
from games.titles.rapa_nui import rules as rapa_nui
from tests.titles.alike import engine_sequences, plain_sequences, played_alike, replayed_alike, some_games

from .plain import Plain

RECORDS = Path(__file__).with_name("records")

TWO = "colors=vy;deck=LLgLgMLMMfPPPLLPgsfLgbPLLfMLbsPsMMbMLPffbLMPgbMPss"
THREE = "colors=ryb;deck=fMMggLgPLsMMsLsPLPPbLfbfgMfMLMPLPLPsLPLbbgMMPfbLsL"
FOUR = "colors=rvyb;deck=bPPPbgbgPPLLfssbgPsgfMfLPMLLfLLMMPLMfLPgMMbssMLMLL"

FROM_THE_DEAL = [
    (2, TWO, (3, 12, 36, 144, 423, 1656)),
    (3, THREE, (3, 12, 36, 144, 504, 1944)),
    (4, FOUR, (3, 12, 36, 144, 684, 2484)),
]
"""Numbers of sequences of 1, 2, 3 … actions."""
FROM_A_RECORD = [
    ("two_seats", 100, 4, 82),
    pytest.param("four_seats", 28, 5, 2080, marks=pytest.mark.slow),
    pytest.param("four_seats", 128, 6, 444, marks=pytest.mark.slow),
    pytest.param("four_seats", 135, 5, 256, marks=pytest.mark.slow),
    ("end_in_mid_draw", 43, 4, 512),
    pytest.param("end_in_mid_draw", 109, 4, 360, marks=pytest.mark.slow),
    pytest.param("equal_rank", 120, 6, 288, marks=pytest.mark.slow),
    ("free_purchase", 91, 5, 256),
    ("free_purchase", 106, 5, 186),
    ("supply_runs_out", 97, 8, 160),
    ("three_seats", 132, 8, 96),
]
"""The record, the number of its actions to play first, the depth, and the number of sequences."""


@pytest.mark.parametrize(("seats", "deal", "counts"), FROM_THE_DEAL, ids=["two", "three", "four"])
def test_perft_from_the_deal(seats: int, deal: str, counts: tuple[int, ...]) -> None:
    state = rapa_nui.start(rapa_nui.parse_deal(seats, {}, deal))
    for depth, count in enumerate(counts, 1):
        assert engine_sequences(rapa_nui, state, depth) == count
        assert plain_sequences(partial(Plain, deal), (), depth) == count


@pytest.mark.parametrize(("name", "plies", "depth", "count"), FROM_A_RECORD)
def test_perft_from_a_record(name: str, plies: int, depth: int, count: int) -> None:
    """Sacrifice rounds, Moai put back, empty stacks, the end: positions that no short sequence from a deal reaches."""
    read = record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = list(record.replay(read))[plies].state
    assert engine_sequences(rapa_nui, state, depth) == count
    assert plain_sequences(partial(Plain, read.deal), tuple(ply.text for ply in read.plies[:plies]), depth) == count


@some_games(3, 15)
@pytest.mark.parametrize("seats", rapa_nui.SEATS)
@pytest.mark.parametrize("policy", ["random", "mixed"])
def test_engine_and_plain_play_alike(seats: int, policy: str, numbers: range) -> None:
    for number in numbers:
        rng = Random(f"{seats}/{policy}/{number}")
        deal = rapa_nui.deal(seats, {}, rng)
        plain = Plain(rapa_nui.deal_text(deal))
        played_alike(rapa_nui, deal, plain, policy, rng)
        assert plain.over


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_plain_agrees_with_the_records(path: Path) -> None:
    read = record.read(path.read_text(encoding="utf-8"))
    replayed_alike(Plain(read.deal), read)

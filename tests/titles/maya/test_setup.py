"""The material and the first position (MAY 1 and 2)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.titles.maya import rules as maya
from games.titles.maya.rules import data
from games.titles.maya.rules.board import CENTRE, NEIGHBOURS, PAIRS
from games.titles.maya.rules.pieces import COLORS, WORDS

from .positions import DECK, TOWERS, table, texts

SEEDS = range(30)


def test_may_1_nine_colours_in_the_order_of_the_notation() -> None:
    assert "".join(WORDS) == COLORS == "roygtbpkn"
    assert list(WORDS.values()) == [
        "red",
        "orange",
        "yellow",
        "green",
        "turquoise",
        "blue",
        "purple",
        "pink",
        "brown",
    ]


def test_may_1_every_fact_has_a_status_and_a_source() -> None:
    for name, fact in data.FACTS.items():
        assert fact.status in ("certain", "likely", "reconstructed", "ours"), name
        assert fact.source, name


def test_may_1_twelve_pairs_of_neighbours_share_a_side() -> None:
    assert PAIRS == (
        (1, 2),
        (1, 4),
        (2, 3),
        (2, 5),
        (3, 6),
        (4, 5),
        (4, 7),
        (5, 6),
        (5, 8),
        (6, 9),
        (7, 8),
        (8, 9),
    )
    assert CENTRE == 5
    assert NEIGHBOURS[5] == (2, 4, 6, 8)


def test_may_1_1_a_ladder_place_for_every_neighbour() -> None:
    assert tuple(len(NEIGHBOURS[tower]) for tower in range(1, 10)) == data.LADDER_PLACES
    assert sum(data.LADDER_PLACES) == 24


@pytest.mark.parametrize("seats", maya.SEATS)
def test_may_2_random_towers_have_five_colours_and_levels_each_colour_once(seats: int) -> None:
    for seed in SEEDS:
        towers = maya.deal(seats, {}, Random(seed)).towers
        assert len(towers) == 9
        assert all(len(set(tower)) == len(tower) == 5 for tower in towers)
        assert all(sorted(level) == sorted(COLORS) for level in zip(*towers, strict=True))


def test_may_2_each_colour_is_the_base_of_each_tower_about_equally_often() -> None:
    rng = Random(1)
    counts = Counter(
        (number, piece)
        for _ in range(450)
        for number, tower in enumerate(maya.deal(2, {}, rng).towers)
        for piece in tower[0] + tower[4]
    )
    assert len(counts) == 81
    assert 50 < min(counts.values()) <= max(counts.values()) < 160


@pytest.mark.parametrize("seats", [3, 4])
def test_may_5_nine_task_cards_are_shuffled(seats: int) -> None:
    decks = {maya.deal(seats, options, Random(seed)).deck for seed in SEEDS for options in ({}, {"setup": "build"})}
    assert len(decks) > 20
    assert all(sorted(deck) == sorted(COLORS) for deck in decks)


def test_may_4_1_duel_has_no_task_cards() -> None:
    assert maya.deal(2, {}, Random(1)).deck == ""


def test_may_4_1_black_places_the_monolith_before_white_begins() -> None:
    state = maya.start(maya.Deal(2, TOWERS, ""))
    assert maya.to_move(state) == 1
    assert texts(state) == [f"monolith {first}-{second}@{level}" for first, second in PAIRS for level in (2, 3, 4, 5)]


@pytest.mark.parametrize("seats", [3, 4])
def test_may_5_monolith_lies_beside_the_board_and_seat_0_begins(seats: int) -> None:
    state = maya.start(maya.Deal(seats, TOWERS, DECK))
    assert (state.monolith, state.raven) == (None, None)
    assert maya.to_move(state) == 0
    assert state == table(seats)

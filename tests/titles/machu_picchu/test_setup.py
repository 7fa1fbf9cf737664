"""The material and the first position (MAC 2 to 5)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules import data
from games.titles.machu_picchu.rules.precinct import CENTRE, FIELDS, NEIGHBOURS, STARTS, STEPS, SUN_FIELDS
from games.titles.machu_picchu.rules.sky import MOONS, PRINTED, SKIES, SUNS

from .positions import deal, fields

SEEDS = range(40)


def test_mac_2_twelve_sun_stones_and_eight_fire_stones_fill_the_four_depots() -> None:
    assert data.SUN_STONES == (1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10)
    assert data.FIRE_STONES == (3, 4, 5, 6, 7, 8, 9, 10)
    assert len(data.SUN_STONES) + len(data.FIRE_STONES) == data.LARGEST * data.DEPOT_SPACES


def test_mac_2_pair_of_the_largest_and_the_smallest_does_not_exist() -> None:
    pairs = {pair for of_seats in data.PAIRS.values() for pair in of_seats}
    assert pairs == {"42", "43", "31", "21", "32"}


def test_mac_2_every_fact_has_a_status_and_a_source() -> None:
    for name, fact in data.FACTS.items():
        assert fact.status in ("certain", "likely", "reconstructed"), name
        assert fact.source, name


def test_mac_3_2_precinct_has_25_fields_with_eight_suns_and_a_centre() -> None:
    assert len(FIELDS) == 25
    assert set(SUN_FIELDS) == {"a1", "a5", "b3", "c2", "c4", "d3", "e1", "e5"}
    assert CENTRE == "c3"
    assert STARTS == ("b4", "d4", "d2", "b2")


def test_mac_3_1_priest_moves_away_from_the_stair_of_its_card() -> None:
    assert {stair: STEPS[stair]["c3"] for stair in "NESW"} == {"N": "c4", "E": "b3", "S": "c2", "W": "d3"}


def test_mac_3_1_border_fields_have_one_way_out_and_corners_two() -> None:
    ways_out = Counter(field for stair in "NESW" for field in FIELDS if STEPS[stair][field] is None)
    border = {field for field in FIELDS if field[0] in "ae" or field[1] in "15"}
    assert ways_out == {field: 1 + (field in ("a1", "a5", "e1", "e5")) for field in border}


def test_mac_3_1_start_fields_have_four_neighbours_by_column_then_row() -> None:
    assert [NEIGHBOURS[start] for start in STARTS] == [
        ("a4", "b3", "b5", "c4"),
        ("c4", "d3", "d5", "e4"),
        ("c2", "d1", "d3", "e2"),
        ("a2", "b1", "b3", "c2"),
    ]


def test_mac_4_2_four_suns_and_four_moons_each_with_every_marking() -> None:
    markings = {(False, False), (True, True), (True, False), (False, True)}
    for names in (SUNS, MOONS):
        assert {(SKIES[name].start_open, SKIES[name].others_open) for name in names} == markings
    assert SUNS == ("S1", "S2", "S3", "S4")
    assert MOONS == ("M1", "M2", "M3", "M4")


def test_mac_4_1_first_round_has_the_printed_moon_with_all_cards_hidden() -> None:
    state = machu_picchu.start(deal())
    assert state.sky_now == PRINTED
    assert not PRINTED.is_sun
    assert not PRINTED.start_open
    assert not PRINTED.others_open


@pytest.mark.parametrize(("seats", "cards", "moons"), [(2, 7, 3), (3, 8, 4), (4, 7, 3)])
def test_mac_5_2_one_moon_is_removed_with_two_and_four_seats(seats: int, cards: int, moons: int) -> None:
    removed = set()
    for seed in SEEDS:
        sky = machu_picchu.deal(seats, {}, Random(seed)).sky
        assert len(set(sky)) == len(sky) == cards
        assert set(SUNS) <= set(sky)
        assert len(set(MOONS) & set(sky)) == moons
        removed |= set(MOONS) - set(sky)
    assert removed == (set(MOONS) if moons == 3 else set())


@pytest.mark.parametrize(
    ("seats", "pairs"), [(2, ["31", "42"]), (3, ["32", "42", "43"]), (4, ["21", "31", "42", "43"])]
)
def test_mac_5_3_priest_cards(seats: int, pairs: list[str]) -> None:
    dealt = {machu_picchu.deal(seats, {}, Random(seed)).pairs for seed in SEEDS}
    assert all(sorted(pairs_of_deal) == pairs for pairs_of_deal in dealt)
    assert len(dealt) > 1


def test_mac_5_3_four_seats_share_every_priest_in_a_ring() -> None:
    assert Counter("".join(data.PAIRS[4])) == dict.fromkeys("4321", 2)


def test_mac_5_3_three_seats_leave_the_smallest_priest_to_no_player() -> None:
    assert Counter("".join(data.PAIRS[3])) == dict.fromkeys("432", 2)


@pytest.mark.parametrize("seats", machu_picchu.SEATS)
def test_mac_5_4_four_direction_cards_for_each_seat_one_seat_after_the_other(seats: int) -> None:
    state = machu_picchu.start(deal(seats))
    hands = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    assert [seat.hand for seat in state.seats] == hands[:seats]
    assert state.stock == tuple(range(4 * seats + 1, 51))


def test_mac_5_4_hands_are_sorted() -> None:
    numbers = (4, 50, 1, 7, *(number for number in range(1, 51) if number not in (4, 50, 1, 7)))
    assert machu_picchu.start(deal(deck=numbers)).seats[0].hand == (1, 4, 7, 50)


def test_mac_5_1_priests_begin_on_their_start_fields_without_stones() -> None:
    state = machu_picchu.start(deal(4))
    assert fields(state) == ("b4", "d4", "d2", "b2")
    assert all(priest.depot == () for priest in state.priests)


@pytest.mark.parametrize("seats", machu_picchu.SEATS)
def test_mac_5_5_seat_0_is_the_first_start_player(seats: int) -> None:
    state = machu_picchu.start(deal(seats))
    assert state.start_player == machu_picchu.to_move(state) == 0

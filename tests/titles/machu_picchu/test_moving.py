"""Moving the priests, and what they win (MAC 6.3 to 6.5, the worked examples of MAC 8)."""

from __future__ import annotations

import pytest

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.moving import fires_left, moved_by, suns_left
from games.titles.machu_picchu.rules.state import Decision, Step

from .positions import depots, fields, made, play, position, revealed, texts

BOTH = pytest.mark.parametrize("order", ["order 4-1", "order 1-4"])
FOUR_SUNS_GONE = {1: (3, 4), 2: (1, 2)}
CROSS = {4: "c2", 3: "c4", 2: "d4", 1: "b4"}


def test_mac_6_3_highest_card_moves_the_largest_priest() -> None:
    assert moved_by((12, 47, 30, 5)) == (2, 4, 3, 1)


def test_mac_6_4_start_player_chooses_the_order_after_the_reveal() -> None:
    state = revealed(12, 47, 30, 5)
    assert state.decision is Decision.ORDER
    assert texts(state) == ["order 4-1", "order 1-4"]
    assert machu_picchu.to_move(state) == state.start_player == 1


def test_mac_6_4_order_is_the_order_of_the_steps() -> None:
    assert [step.priest for step in made(play(revealed(12, 47, 30, 5), "order 4-1"))] == [4, 3, 2, 1]
    assert [step.priest for step in made(play(revealed(12, 47, 30, 5), "order 1-4"))] == [1, 2, 3, 4]


@BOTH
def test_mac_8_1_first_example_by_moonlight(order: str) -> None:
    state = play(revealed(12, 47, 30, 5, sky=None), order)
    assert fields(state) == ("c4", "d5", "d1", "a2")
    assert depots(state) == ((), (), (), ())


@BOTH
def test_mac_8_1_first_example_on_sun(order: str) -> None:
    state = play(revealed(12, 47, 30, 5), order)
    assert fields(state) == ("c4", "d5", "d1", "a2")
    assert depots(state) == ((1,), (), (), ())


def test_mac_8_2_blocked_by_a_priest_that_moves_later() -> None:
    state = play(revealed(9, 31, 20, 44), "order 4-1")
    assert made(state) == [
        Step(4, "b2", "c2", (1,)),
        Step(3, "d2", "d2", ()),
        Step(2, "d4", "d3", (2,)),
        Step(1, "b4", "b5", ()),
    ]


def test_mac_8_2_the_other_way_round() -> None:
    state = play(revealed(9, 31, 20, 44), "order 1-4")
    assert made(state) == [
        Step(1, "b4", "b5", ()),
        Step(2, "d4", "d3", (1,)),
        Step(3, "d2", "c2", (2,)),
        Step(4, "b2", "b2", ()),
    ]


EXAMPLE_3 = {4: "a1", 1: "b1", 3: "d2", 2: "d4"}


def test_mac_8_3_field_of_a_priest_that_left_is_free() -> None:
    state = play(revealed(33, 2, 50, 17, fields=EXAMPLE_3), "order 4-1")
    assert made(state) == [
        Step(4, "a1", None, (-3,)),
        Step(3, "d2", "d3", (1,)),
        Step(2, "d4", "e4", ()),
        Step(1, "b1", "a1", (2,)),
    ]
    assert fields(state) == ("a1", "e4", "d3", "b2")


def test_mac_8_3_priest_that_leaves_last_blocks_till_then() -> None:
    state = play(revealed(33, 2, 50, 17, fields=EXAMPLE_3), "order 1-4")
    assert made(state) == [
        Step(1, "b1", "b1", ()),
        Step(2, "d4", "e4", ()),
        Step(3, "d2", "d3", (1,)),
        Step(4, "a1", None, (-3,)),
    ]
    assert fields(state) == ("b1", "e4", "d3", "b2")


def test_mac_8_4_centre_brings_the_two_lowest_stones() -> None:
    state = play(revealed(48, 11, 40, 3, fields=CROSS, depots=FOUR_SUNS_GONE), "order 4-1")
    assert made(state) == [
        Step(4, "c2", "c3", (5, 5)),
        Step(3, "c4", "c4", ()),
        Step(2, "d4", "d4", ()),
        Step(1, "b4", "b4", ()),
    ]


def test_mac_8_4_the_other_way_round() -> None:
    state = play(revealed(48, 11, 40, 3, fields=CROSS, depots=FOUR_SUNS_GONE), "order 1-4")
    assert made(state) == [
        Step(1, "b4", "b4", ()),
        Step(2, "d4", "d4", ()),
        Step(3, "c4", "c3", (5, 5)),
        Step(4, "c2", "c2", ()),
    ]


def test_mac_8_4_by_moonlight_the_centre_brings_one() -> None:
    state = play(revealed(48, 11, 40, 3, sky="M1", fields=CROSS, depots=FOUR_SUNS_GONE), "order 4-1")
    assert made(state)[0] == Step(4, "c2", "c3", (5,))


def test_mac_6_5_by_moonlight_a_sun_field_brings_nothing() -> None:
    state = play(revealed(12, 47, 30, 5, sky="M1"), "order 4-1")
    assert made(state)[3] == Step(1, "b4", "c4", ())


def test_mac_6_5_blocked_on_a_sun_field_wins_nothing() -> None:
    state = play(revealed(50, 1, 2, 3, fields={4: "c2", 3: "c3"}), "order 4-1")
    assert made(state)[0] == Step(4, "c2", "c2", ())


def test_mac_6_5_corner_has_two_ways_out() -> None:
    for cards in ((10, 20, 50, 30), (10, 50, 20, 30)):
        state = play(revealed(*cards, fields={4: "a1"}), "order 4-1")
        assert made(state)[0] == Step(4, "a1", None, (-3,))


def test_mac_6_5_second_priest_to_leave_gets_the_next_fire_stone() -> None:
    state = play(revealed(2, 1, 50, 49, fields={4: "c1", 3: "e3"}), "order 4-1")
    assert made(state)[:2] == [Step(4, "c1", None, (-3,)), Step(3, "e3", None, (-4,))]


def test_mac_6_5_one_sun_stone_left_at_the_centre() -> None:
    gone = {3: (1, 2, 3, 4), 2: (5, 5, 6, 6), 1: (7, 8, 9)}
    state = play(revealed(50, 1, 2, 3, fields={4: "c2"}, depots=gone), "order 4-1")
    assert made(state)[0] == Step(4, "c2", "c3", (10,))


def test_mac_6_5_no_sun_stone_left() -> None:
    gone = {3: (1, 2, 3, 4), 2: (5, 5, 6, 6), 1: (7, 8, 9, 10)}
    state = play(revealed(50, 1, 2, 3, fields={4: "c2"}, depots=gone), "order 4-1")
    assert suns_left(state.priests) == ()
    assert made(state)[0] == Step(4, "c2", "c3", ())


def test_mac_6_5_no_fire_stone_left() -> None:
    gone = {3: (-3, -4, -5, -6), 2: (-7, -8, -9, -10)}
    state = play(revealed(2, 1, 50, 3, fields={4: "c1"}, depots=gone), "order 4-1")
    assert fires_left(state.priests) == ()
    assert made(state)[0] == Step(4, "c1", None, ())
    assert fields(state)[3] == "b2"


def test_mac_3_3_first_round_can_yield_nothing() -> None:
    state = position(4, sky=None)
    played = play(state, "lay 4 N", "lay 8 E", "lay 12 S", "lay 16 W")
    for order in ("order 4-1", "order 1-4"):
        assert depots(play(played, order)) == ((), (), (), ())


def test_mac_6_5_preview_of_an_order_is_what_it_does() -> None:
    state = revealed(9, 31, 20, 44)
    for first, order in ((4, "order 4-1"), (1, "order 1-4")):
        assert list(machu_picchu.steps(state.priests, (9, 31, 20, 44), True, first)) == made(play(state, order))

"""What a seat may know (MAC 4 and 9)."""

from __future__ import annotations

from random import Random

import pytest

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.state import LaidView

from .positions import deal, play, position, revealed, two_outside

MARKINGS = [
    ("S1", False, False),
    ("S2", True, True),
    ("S3", True, False),
    ("S4", False, True),
    ("M1", False, False),
    ("M2", True, True),
    ("M3", True, False),
    ("M4", False, True),
]
"""The card, whether the start player's cards are open, whether the others' are."""


@pytest.mark.parametrize(("sky", "start_open", "others_open"), MARKINGS)
def test_mac_4_2_sky_says_whose_cards_lie_open(sky: str, start_open: bool, others_open: bool) -> None:
    before = position(4, sky)
    start = machu_picchu.apply(before, machu_picchu.parse(before, "lay 6 S"))
    other = machu_picchu.apply(start, machu_picchu.parse(start, "lay 9 E"))
    view = machu_picchu.view(other, None)
    assert view.stairs == (
        None,
        LaidView(9 if others_open else None, 2, others_open, None),
        LaidView(6 if start_open else None, 1, start_open, None),
        None,
    )
    lay_6, lay_9 = machu_picchu.parse(before, "lay 6 S"), machu_picchu.parse(start, "lay 9 E")
    assert machu_picchu.shown(before, lay_6, other, 0) == ("lay 6 S" if start_open else "lay ? S")
    assert machu_picchu.shown(start, lay_9, other, None) == ("lay 9 E" if others_open else "lay ? E")


def test_mac_4_2_marking_of_the_start_player_covers_both_of_his_cards() -> None:
    state = play(position(2, "S3"), "lay 5 N", "lay 1 E", "lay 6 S")
    view = machu_picchu.view(state, None)
    assert [card.number if card else None for card in view.stairs] == [5, None, 6, None]


def test_mac_6_2_player_knows_his_own_hidden_card() -> None:
    before = position(4, "S1")
    state = play(before, "lay 6 S")
    assert machu_picchu.view(state, 1).stairs[2] == LaidView(6, 1, False, None)
    assert machu_picchu.shown(before, machu_picchu.parse(before, "lay 6 S"), state, 1) == "lay 6 S"


def test_mac_6_3_reveal_follows_right_after_the_fourth_card() -> None:
    before = position(3, "S1")
    state = play(before, "lay 6 S", "lay 9 E", "lay 1 W")
    assert machu_picchu.view(state, None).stairs == (
        LaidView(16, None, True, 4),
        LaidView(9, 2, True, 3),
        LaidView(6, 1, True, 2),
        LaidView(1, 0, True, 1),
    )
    assert machu_picchu.shown(before, machu_picchu.parse(before, "lay 6 S"), state, 0) == "lay 6 S"


def test_mac_6_3_revealed_cards_stay_known_in_the_next_round() -> None:
    before = position(3, "S1")
    state = play(before, "lay 6 S", "lay 9 E", "lay 1 W", "order 4-1", "lay 10 N")
    assert machu_picchu.shown(before, machu_picchu.parse(before, "lay 6 S"), state, 0) == "lay 6 S"


def test_mac_9_hands_and_priest_cards_are_secret() -> None:
    view = machu_picchu.view(position(4), 2)
    assert [seat.hand for seat in view.seats] == [None, None, (9, 10, 11, 12), None]
    assert [seat.pair for seat in view.seats] == [None, None, "31", None]
    assert [seat.hand_size for seat in view.seats] == [4, 4, 4, 4]


def test_mac_5_3_two_seats_know_the_priests_of_each_other() -> None:
    state = position(2)
    assert [seat.pair for seat in machu_picchu.view(state, 0).seats] == ["42", "31"]
    assert [seat.pair for seat in machu_picchu.view(state, None).seats] == [None, None]


def test_mac_9_deal_shows_the_own_cards_and_what_was_turned_up() -> None:
    dealt = deal(3)
    state = machu_picchu.start(dealt)
    hidden = " ".join(["?"] * 34)
    assert machu_picchu.shown_deal(dealt, state, None) == (
        f"priests=? ? ?;sky=? ? ? ? ? ? ? ?;deck=? ? ? ? ? ? ? ? ? ? ? ? {' '.join(['?'] * 38)}"
    )
    state = play(state, "lay 1 W", "lay 5 S", "lay 9 N", "order 4-1")
    assert machu_picchu.shown_deal(dealt, state, 1) == (
        f"priests=? 43 ?;sky=S1 ? ? ? ? ? ? ?;deck=? ? ? ? 5 6 7 8 ? ? ? ? ? 14 ? 16 {hidden}"
    )
    # In round 2 seat 1 lays and draws first.
    state = play(state, "lay 6 W")
    assert machu_picchu.shown_deal(dealt, state, 1) == (
        f"priests=? 43 ?;sky=S1 ? ? ? ? ? ? ?;deck=? ? ? ? 5 6 7 8 ? ? ? ? ? 14 ? 16 17 {hidden[2:]}"
    )


def test_mac_9_removed_moon_is_imagined_among_the_unseen() -> None:
    state = position(2, "M2")
    removed = set()
    for seed in range(60):
        sky = machu_picchu.determinize(machu_picchu.view(state, 0), Random(seed)).sky
        assert sky[0] == "M2"
        removed |= {"M1", "M2", "M3", "M4"} - set(sky)
    assert removed == {"M1", "M3", "M4"}


def test_mac_9_every_unseen_number_may_be_on_a_stair() -> None:
    state = play(position(2, "S1"), "lay 6 S")
    numbers = set()
    for seed in range(600):
        laid = machu_picchu.determinize(machu_picchu.view(state, 0), Random(seed)).stairs[2]
        assert laid is not None
        numbers.add(laid.number)
    assert numbers == set(range(5, 51))


def test_laying_reveals_the_card_drawn() -> None:
    state = position(2)
    assert all(machu_picchu.reveals(state, action) for action in machu_picchu.legal_actions(state))


def test_order_and_place_reveal_the_next_card_or_the_end_but_nothing_while_a_priest_waits() -> None:
    round_over = revealed(12, 47, 30, 5)
    assert all(machu_picchu.reveals(round_over, order) for order in machu_picchu.legal_actions(round_over))
    two_leave = revealed(2, 1, 50, 40, fields={4: "c1", 3: "e3", 2: "d1", 1: "c2"})
    assert not machu_picchu.reveals(two_leave, machu_picchu.parse(two_leave, "order 4-1"))
    two_wait = two_outside()
    assert not machu_picchu.reveals(two_wait, machu_picchu.parse(two_wait, "place 4 c2"))
    one_waits = play(two_wait, "place 4 c2")
    assert machu_picchu.reveals(one_waits, machu_picchu.parse(one_waits, "place 3 e2"))

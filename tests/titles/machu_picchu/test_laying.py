"""Laying cards, and who draws what (MAC 6.1 to 6.3)."""

from __future__ import annotations

from random import Random

import pytest

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.state import Decision, Laid

from .positions import deal, play, position, texts


def movers(state: machu_picchu.State, count: int) -> list[int | None]:
    """The next seats to decide if each takes its first action."""
    seats = []
    for _ in range(count):
        seats.append(machu_picchu.to_move(state))
        state = machu_picchu.apply(state, machu_picchu.legal_actions(state)[0])
    return seats


def test_mac_6_2_every_card_on_every_stair_numbers_first() -> None:
    assert texts(position()) == [f"lay {number} {stair}" for number in (5, 6, 7, 8) for stair in "NESW"]


def test_mac_6_2_only_free_stairs_are_offered() -> None:
    state = play(position(sky=None), "lay 2 S", "lay 7 N")
    assert texts(state) == [f"lay {number} {stair}" for number in (1, 3, 4, 9) for stair in "EW"]


def test_mac_6_2_a_card_is_drawn_before_the_next_seat_lays() -> None:
    state = play(position(4, sky=None), "lay 3 E")
    assert state.seats[0].hand == (1, 2, 4, 17)
    assert state.stock[0] == 18
    assert machu_picchu.to_move(state) == 1


def test_mac_6_2_two_seats_lay_alternately() -> None:
    assert movers(position(2, sky=None), 6) == [0, 1, 0, 1, 0, 1]
    assert movers(position(2), 5) == [1, 0, 1, 0, 1]


def test_mac_6_2_three_seats_lay_once_each() -> None:
    assert movers(position(3, sky=None), 5) == [0, 1, 2, 0, 1]


def test_mac_6_2_four_seats_lay_once_each_the_start_player_first() -> None:
    assert movers(position(4), 6) == [1, 2, 3, 0, 1, 2]


def test_mac_6_2_three_seats_leave_the_last_stair_to_the_stock_after_the_third_has_drawn() -> None:
    state = play(machu_picchu.start(deal(3)), "lay 1 W", "lay 5 S", "lay 9 N")
    assert [seat.hand for seat in state.seats] == [(2, 3, 4, 13), (6, 7, 8, 14), (10, 11, 12, 15)]
    assert state.stairs == (Laid(9, 2), Laid(16, None), Laid(5, 1), Laid(1, 0))
    assert state.stock[0] == 17
    assert state.decision is Decision.ORDER


@pytest.mark.parametrize(("seats", "cards_left"), [(2, 50 - 40), (3, 50 - 48), (4, 50 - 48)])
def test_mac_6_stock_lasts_for_a_game_of_full_length(seats: int, cards_left: int) -> None:
    seen = set()
    for seed in range(20):
        rng = Random(seed)
        state = machu_picchu.start(machu_picchu.deal(seats, {}, rng))
        while legal := machu_picchu.legal_actions(state):
            state = machu_picchu.apply(state, rng.choice(legal))
            assert all(len(seat.hand) == 4 for seat in state.seats)
        if state.round == state.rounds:
            seen.add(len(state.stock))
    assert seen == {cards_left}


@pytest.mark.parametrize(("seats", "rounds"), [(2, 8), (3, 9), (4, 8)])
def test_mac_4_2_number_of_rounds(seats: int, rounds: int) -> None:
    assert machu_picchu.start(deal(seats)).rounds == rounds


def test_mac_6_7_cards_go_to_the_discards_and_the_high_priest_passes_to_the_left() -> None:
    state = play(position(4, sky=None), "lay 1 N", "lay 5 E", "lay 9 S", "lay 13 W", "order 4-1")
    assert state.stairs == (None,) * 4
    assert machu_picchu.view(state, None).discards == (1, 5, 9, 13)
    assert (state.round, state.start_player) == (2, 1)
    assert state.sky_now.name == state.sky[0]


def test_mac_6_1_a_card_is_turned_up_in_every_round_but_the_first() -> None:
    state = machu_picchu.start(deal(3))
    used = []
    while state.decision is not None:
        view = machu_picchu.view(state, None)
        used.append((view.round, view.sky.name))
        assert view.sky_used == state.sky[: view.round - 1]
        state = machu_picchu.apply(state, machu_picchu.legal_actions(state)[-1])
    assert dict(used) == dict(enumerate(("printed", *state.sky[: state.round - 1]), 1))

"""The evaluation that computer players search with."""

from __future__ import annotations

from dataclasses import replace

from games.titles.machu_picchu import rules as machu_picchu

from .positions import play, position, revealed


def test_guess_before_the_order_trusts_the_start_player() -> None:
    """The second worked example: smallest first is better for seat 1, largest first for seat 0."""
    state = revealed(9, 31, 20, 44)
    seat_1_chooses, seat_0_chooses = (machu_picchu.evaluate(replace(state, round=number)) for number in (2, 3))
    assert seat_1_chooses[1] > seat_0_chooses[1]
    assert seat_1_chooses[0] < seat_0_chooses[0]


def test_guess_sees_where_a_card_will_move_its_priest() -> None:
    """50 moves priest 4: from the west stair to the sun on c2, from the east stair to a2."""
    state = position()
    state = replace(state, seats=(state.seats[0], replace(state.seats[1], hand=(6, 7, 8, 50))))
    assert machu_picchu.evaluate(play(state, "lay 50 W"))[0] > machu_picchu.evaluate(play(state, "lay 50 E"))[0]


def test_guess_sees_the_way_over_the_wall() -> None:
    """1 moves priest 1: from the south stair over the wall, from the north stair away from it."""
    state = position(sky="M1", fields={1: "c1"})
    state = replace(state, seats=(state.seats[0], replace(state.seats[1], hand=(1, 6, 7, 8))))
    assert machu_picchu.evaluate(play(state, "lay 1 N"))[1] > machu_picchu.evaluate(play(state, "lay 1 S"))[1]


def test_guess_in_the_last_round_counts_nothing_after_it() -> None:
    state = revealed(1, 2, 3, 4, sky="M1", depots={4: (1, 2), 3: (-3,)})
    state = replace(state, round=state.rounds, sky=(*state.sky[:-1], "M1"))
    assert machu_picchu.evaluate(state) == (3, -3)


def test_there_is_no_standing_order() -> None:
    assert machu_picchu.STANDING_ORDERS == ()
    assert machu_picchu.automatic(machu_picchu.view(position(), 1), {}) is None

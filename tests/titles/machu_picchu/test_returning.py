"""Priests outside come back (MAC 6.6)."""

from __future__ import annotations

from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.rules.state import Decision

from .positions import depots, fields, made, occupied_start, play, revealed, texts, two_outside


def test_mac_6_6_priest_outside_goes_back_to_its_free_start_field() -> None:
    state = play(revealed(1, 3, 50, 2, fields={4: "c1"}), "order 4-1")
    assert fields(state)[3] == "b2"
    assert state.decision is Decision.LAY


def test_mac_6_6_start_player_chooses_when_the_start_field_is_occupied() -> None:
    state = occupied_start()
    assert state.decision is Decision.PLACE
    assert machu_picchu.to_move(state) == state.start_player == 1
    assert texts(state) == ["place 4 a2", "place 4 b1", "place 4 b3", "place 4 c2"]


def test_mac_6_6_only_free_neighbours_are_offered() -> None:
    state = play(revealed(1, 40, 50, 2, fields={4: "c1", 3: "c2", 2: "a3", 1: "b4"}), "order 4-1")
    assert fields(state) == ("b5", "b3", "b2", None)
    assert texts(state) == ["place 4 a2", "place 4 b1", "place 4 c2"]


def test_mac_6_6_two_fields_are_always_free() -> None:
    """One priest is on the start field, the two others next to it."""
    state = play(revealed(1, 40, 50, 2, fields={4: "c1", 3: "c2", 2: "a1", 1: "b2"}), "order 1-4")
    assert fields(state) == ("b3", "b1", "b2", None)
    assert texts(state) == ["place 4 a2", "place 4 c2"]


def test_mac_6_6_being_put_back_on_a_sun_field_wins_nothing() -> None:
    state = play(occupied_start(), "place 4 c2")
    assert fields(state)[3] == "c2"
    assert depots(state)[3] == (-3,)
    assert state.decision is Decision.LAY


def test_mac_6_6_round_goes_on_while_a_priest_waits() -> None:
    state = occupied_start()
    assert state.round == 2
    assert None not in state.stairs
    after = play(state, "place 4 a2")
    assert (after.round, after.start_player) == (3, 0)
    assert after.stairs == (None,) * 4


def test_mac_6_6_several_outside_come_back_from_the_largest_on() -> None:
    state = two_outside()
    assert fields(state) == ("b2", "d2", None, None)
    assert texts(state) == ["place 4 a2", "place 4 b1", "place 4 b3", "place 4 c2"]
    state = play(state, "place 4 c2")
    assert state.decision is Decision.PLACE
    assert texts(state) == ["place 3 d1", "place 3 d3", "place 3 e2"]
    assert machu_picchu.to_move(state) == state.start_player == 1
    assert play(state, "place 3 e2").round == 3


def test_mac_6_6_those_with_a_free_start_field_come_back_first() -> None:
    """All but priest 2 leave; it is on the start field of priest 4."""
    state = play(revealed(1, 40, 50, 45, fields={4: "d1", 3: "e3", 2: "c2", 1: "e5"}), "order 4-1")
    assert [step.end for step in made(state)] == [None, None, "b2", None]
    assert fields(state) == ("b4", "b2", "d2", None)
    assert texts(state) == ["place 4 a2", "place 4 b1", "place 4 b3", "place 4 c2"]


def test_mac_6_6_round_that_ends_the_game_asks_nothing() -> None:
    state = revealed(1, 40, 50, 2, fields={4: "c1", 3: "c2", 2: "e5", 1: "e4"}, depots={4: (1, 2, 3, 4)})
    state = play(state, "order 4-1")
    assert state.decision is None
    assert fields(state)[3] is None

"""RAP 4: the sacrifice round after a Moai."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.engine.contract import IllegalAction
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Decision, State

from .positions import play, position, texts

BUILDER = {"hand": "MLP", "wood": 9}


NOTHING = {"sacrifices": (0, 0, 0, 0)}


def built(colors: str = "ybrv", seats: Mapping[int, Mapping[str, Any]] | None = None, **changes: Any) -> State:
    """A position right after seat 1 built a Moai."""
    owners = dict(seats or {})
    owners[1] = BUILDER | dict(owners.get(1, {}))
    return play(position(colors, owners, active=1, **changes), "play moai")


def test_rap_4_example_arnold_builds_and_stefan_patrik_szandra_sacrifice_in_turn() -> None:
    """Arnold is seat 1; on his left sit Stefan, Patrik and Szandra."""
    state = built()
    for seat, text in ((2, "offer potato"), (3, "offer grain"), (0, "offer grain")):
        assert rapa_nui.to_move(state) == seat
        assert state.decision is Decision.OFFER
        state = play(state, text)
    assert state.stone == (0, 0, 1, 2)
    assert rapa_nui.to_move(state) == 1
    assert state.decision is Decision.OFFER_HIDDEN
    state = play(state, "offer fish")
    assert state.stone == (0, 0, 1, 2)
    assert state.seats[1].face_down == (1, 0, 0, 0)
    assert rapa_nui.to_move(state) == 1
    state = play(state, "add mulberry")
    assert state.stone == (0, 1, 1, 2)
    assert state.supply == (21, 20, 21, 21)
    assert [seat.sacrifices for seat in state.seats] == [(1, 1, 1, 0), (0, 1, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert texts(state) == ["draw 1", "draw 2", "draw 3", "draw 4"]


def test_rap_4_two_seats_bring_three_cards() -> None:
    state = play(built("yb"), "offer fish", "offer fish", "add fish")
    assert state.stone == (2, 0, 0, 0)
    assert state.seats[1].face_down == (1, 0, 0, 0)


def test_rap_4_types_offered_are_those_the_seat_has() -> None:
    state = built(seats={2: {"sacrifices": (0, 3, 0, 1)}})
    assert texts(state) == ["offer mulberry", "offer grain"]
    with pytest.raises(IllegalAction, match=r"'offer fish': you have no fish sacrifice card \(RAP 4\)"):
        rapa_nui.parse(state, "offer fish")


def test_rap_4_no_player_may_decline() -> None:
    assert texts(built()) == ["offer fish", "offer mulberry", "offer potato", "offer grain"]


def test_rap_4_seat_without_a_card_lays_none() -> None:
    state = built(seats={2: NOTHING, 3: {"sacrifices": (1, 0, 0, 0)}, 0: NOTHING})
    assert rapa_nui.to_move(state) == 3
    state = play(state, "offer fish")
    assert rapa_nui.to_move(state) == 1
    assert state.decision is Decision.OFFER_HIDDEN


def test_rap_4_builder_without_a_card_adds_one_all_the_same() -> None:
    state = play(built("yb", {1: NOTHING}), "offer grain")
    assert rapa_nui.to_move(state) == 1
    assert texts(state) == ["add fish", "add mulberry", "add potato", "add grain"]
    assert sum(state.seats[1].face_down) == 0


def test_rap_4_no_player_has_a_card() -> None:
    state = built("yb", {0: NOTHING, 1: NOTHING})
    assert state.decision is Decision.ADD
    assert rapa_nui.to_move(state) == 1


def test_rap_4_builder_may_offer_what_was_just_bought() -> None:
    state = position("yb", {0: {"hand": "MLP", "wood": 12, "sacrifices": (0, 0, 0, 0)}})
    state = play(state, "buy potato", "play moai", "offer fish")
    assert texts(state) == ["offer potato"]


def test_rap_4_added_type_must_be_in_the_supply() -> None:
    state = play(built("yb", supply=(0, 0, 2, 0)), "offer fish", "offer fish")
    assert texts(state) == ["add potato"]
    with pytest.raises(IllegalAction, match=r"'add fish': no fish card is left in the supply \(RAP 4\)"):
        rapa_nui.parse(state, "add fish")


def test_rap_4_nothing_is_added_when_the_supply_is_empty() -> None:
    state = play(built("yb", supply=(0, 0, 0, 0)), "offer fish", "offer fish")
    assert state.decision is Decision.DRAW
    assert rapa_nui.to_move(state) == 1


def test_rap_4_nothing_at_all_to_sacrifice() -> None:
    assert built("yb", {0: NOTHING, 1: NOTHING}, supply=(0, 0, 0, 0)).decision is Decision.DRAW


def test_rap_4_hand_cards_and_other_actions_are_refused_in_the_round() -> None:
    with pytest.raises(IllegalAction, match=r"'add fish': now you must sacrifice a card \(RAP 4\)"):
        rapa_nui.parse(built(), "add fish")


def test_rap_4_face_down_cards_stay_with_the_name_of_their_owner() -> None:
    state = play(built("yb"), "offer fish", "offer grain", "add grain", "draw 2")
    assert state.active == 0
    assert [seat.face_down for seat in state.seats] == [(0, 0, 0, 0), (0, 0, 0, 1)]

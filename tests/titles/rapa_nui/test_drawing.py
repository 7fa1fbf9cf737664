"""RAP 3.3: draw to three cards; columns are refilled at once."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Decision

from .positions import drawing, play, position, table, texts

DRAWS = ["draw 1", "draw 2", "draw 3", "draw 4"]


def test_rap_3_3_front_card_of_any_column_is_drawn() -> None:
    state = drawing(columns=("PL", "PM", "Pf", "PP"))
    assert texts(state) == DRAWS
    for text, hand in zip(DRAWS, ("PLL", "MPL", "PLf", "PPL"), strict=True):
        assert play(state, text).seats[0].hand == hand
    with pytest.raises(IllegalAction, match="'draw 5': this is not an action of Rapa Nui"):
        rapa_nui.parse(state, "draw 5")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_rap_3_3_as_many_cards_are_drawn_as_were_played(number: int) -> None:
    state = play(
        position(seats={0: {"hand": "fff", "wood": 2}}), "play fish" if number == 1 else f"play fish x{number}"
    )
    for _ in range(number):
        assert state.active == 0
        assert texts(state) == DRAWS
        state = play(state, "draw 1")
    assert len(state.seats[0].hand) == 3
    assert state.active == 1


def test_rap_3_3_each_card_may_come_from_another_column() -> None:
    state = play(position(seats={0: {"hand": "fff", "wood": 2}}), "play fish x3", "draw 1", "draw 2", "draw 1")
    assert state.seats[0].hand == "PPL"
    assert state.columns == ("PP", "LLL", "MMMM", "ffff")


def test_rap_3_3_empty_column_is_refilled_with_four_cards_the_last_in_front() -> None:
    state = play(drawing(columns=("P", "LLLL", "MMMM", "ffff"), deck="MPbgLs"), "draw 1")
    assert state.columns[0] == "MPbg"
    assert state.deck == "Ls"


@pytest.mark.parametrize(("deck", "column"), [("bg", "bg"), ("bgP", "bgP"), ("P", "P")])
def test_rap_3_3_as_many_cards_are_laid_out_as_there_are(deck: str, column: str) -> None:
    state = play(drawing(columns=("P", "LLLL", "MMMM", "ffff"), deck=deck), "draw 1")
    assert state.columns[0] == column
    assert state.deck == ""
    assert rapa_nui.to_move(state) is not None


def test_rap_3_3_column_is_refilled_in_the_middle_of_a_draw_and_may_be_drawn_from_again() -> None:
    state = drawing(seats={0: {"hand": "L"}}, columns=("P", "LLLL", "MMMM", "ffff"), deck="MPbgLs")
    state = play(state, "draw 1")
    assert state.decision is Decision.DRAW
    assert state.columns[0] == "MPbg"
    assert play(state, "draw 1").seats[0].hand == "PLg"


def test_rap_3_3_example_1_stefan_draws_a_grain_and_the_moai_behind_it_is_scored() -> None:
    stefan = {"hand": "LP", "table": table(moai=1)}
    state = play(drawing(seats={0: stefan}, columns=("LLMg", "L", "L", "L")), "draw 1")
    assert state.seats[0].hand == "PLg"
    assert state.scored == "M"
    assert state.decision is Decision.MOAI_INCOME


def test_rap_3_3_example_2_patrik_empties_the_second_column_and_its_new_front_card_is_scored() -> None:
    """He draws a Moai, then the priest that was the last card of column 2; the refill ends with a lumberjack."""
    patrik = {"hand": "f", "wood": 0, "table": table(lumberjack=2)}
    state = drawing(seats={0: patrik}, columns=("LLMM", "P", "ffff", "bbbb"), deck="fMPLsssss")
    state = play(state, "draw 1", "draw 2")
    assert state.seats[0].hand == "MPf"
    assert state.columns == ("LLM", "fMPL", "ffff", "bbbb")
    assert state.seats[0].wood == 2 + 1
    assert state.active == 1


def test_rap_3_3_only_the_column_of_the_last_card_is_scored() -> None:
    state = drawing(seats={0: {"hand": "f", "wood": 0, "table": table(lumberjack=1, priest=1)}})
    state = play(state, "draw 1", "draw 2")
    assert (state.seats[0].wood, state.seats[0].glory) == (1, 0)


def test_rap_3_3_turn_passes_clockwise_after_the_scoring() -> None:
    for active, following in ((0, 1), (1, 2), (2, 0)):
        state = play(drawing("ybr", active=active), "draw 1")
        assert state.active == rapa_nui.to_move(state) == following
        assert state.decision is Decision.TURN
        assert state.last_column is None

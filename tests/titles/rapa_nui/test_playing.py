"""RAP 3.2: play cards from the hand."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Decision

from .positions import play, position, table, texts


def plays(hand: str, wood: int) -> list[str]:
    return [text for text in texts(position(seats={0: {"hand": hand, "wood": wood}})) if not text.startswith("buy")]


@pytest.mark.parametrize(("letter", "word"), [("L", "lumberjack"), ("P", "priest")])
def test_rap_3_2_lumberjack_and_priest_cost_nothing(letter: str, word: str) -> None:
    state = play(position(seats={0: {"hand": letter * 3, "wood": 0, "table": table()}}), f"play {word}")
    assert state.seats[0].table == table(**{word: 1})
    assert state.seats[0].hand == letter * 2
    assert state.seats[0].wood == 0
    assert state.decision is Decision.DRAW


def test_rap_3_2_lumberjacks_and_priests_are_played_one_at_a_time() -> None:
    assert plays("LLL", 20) == ["play lumberjack"]
    assert plays("PPP", 20) == ["play priest"]


def test_rap_3_2_moai_costs_seven_wood() -> None:
    assert plays("MLP", 7) == ["play lumberjack", "play priest", "play moai"]
    assert plays("MLP", 6) == ["play lumberjack", "play priest"]
    state = play(position(seats={0: {"hand": "MLP", "wood": 9}}), "play moai")
    assert state.seats[0].wood == 2
    assert state.seats[0].table == table(moai=1, lumberjack=1)
    with pytest.raises(IllegalAction, match=r"'play moai': this costs 7 wood, and you have 6 \(RAP 3.2\)"):
        rapa_nui.parse(position(seats={0: {"hand": "MLP", "wood": 6}}), "play moai")


def test_rap_3_2_moai_are_built_one_at_a_time() -> None:
    assert plays("MMM", 30) == ["play moai"]


@pytest.mark.parametrize(("number", "cost"), [(1, 0), (2, 1), (3, 2)])
def test_rap_3_2_hunters_together_cost_one_wood_for_each_further_one(number: int, cost: int) -> None:
    text = "play grain" if number == 1 else f"play grain x{number}"
    state = play(position(seats={0: {"hand": "ggg", "wood": 4}}), text)
    assert state.seats[0].wood == 4 - cost
    assert state.seats[0].table == table(lumberjack=1, grain=number)
    assert state.seats[0].hand == "g" * (3 - number)


def test_rap_3_2_hunters_that_cannot_be_paid_are_not_offered() -> None:
    assert plays("ggg", 0) == ["play grain"]
    assert plays("ggg", 1) == ["play grain", "play grain x2"]
    assert plays("ggg", 2) == ["play grain", "play grain x2", "play grain x3"]
    with pytest.raises(IllegalAction, match=r"'play grain x3': this costs 2 wood, and you have 1 \(RAP 3.2\)"):
        rapa_nui.parse(position(seats={0: {"hand": "ggg", "wood": 1}}), "play grain x3")


def test_rap_3_2_example_stefan_plays_two_fish_for_one_wood_whatever_lies_on_his_table() -> None:
    stefan = {"hand": "ffL", "wood": 3, "table": table(lumberjack=1, fish=1)}
    state = play(position(seats={0: stefan}), "play fish x2")
    assert state.seats[0].wood == 2
    assert state.seats[0].table == table(lumberjack=1, fish=3)


def test_rap_3_2_only_hunters_of_one_type_are_played_together() -> None:
    assert plays("fbs", 20) == ["play fish", "play mulberry", "play potato"]
    assert plays("ffb", 20) == ["play fish", "play fish x2", "play mulberry"]


def test_rap_3_2_plays_are_listed_lumberjack_priest_moai_hunters_by_type_and_number() -> None:
    assert plays("MPL", 9) == ["play lumberjack", "play priest", "play moai"]
    assert plays("Pgg", 9) == ["play priest", "play grain", "play grain x2"]
    assert plays("bsg", 9) == ["play mulberry", "play potato", "play grain"]


def test_rap_3_2_any_number_of_cards_may_lie_on_a_table() -> None:
    state = play(position(seats={0: {"hand": "LLL", "table": table(lumberjack=12)}}), "play lumberjack")
    assert state.seats[0].table == table(lumberjack=13)


def test_rap_3_2_card_that_is_not_in_hand_is_not_played() -> None:
    state = position(seats={0: {"hand": "Lff", "wood": 9}})
    with pytest.raises(IllegalAction, match=r"'play priest': you hold no priest cards \(RAP 3.2\)"):
        rapa_nui.parse(state, "play priest")
    with pytest.raises(IllegalAction, match=r"'play fish x3': you hold 2 fish cards \(RAP 3.2\)"):
        rapa_nui.parse(state, "play fish x3")


def test_rap_3_2_no_player_may_pass() -> None:
    with pytest.raises(IllegalAction, match="'pass': this is not an action of Rapa Nui"):
        rapa_nui.parse(position(), "pass")


def test_rap_3_2_three_moai_and_too_little_wood_put_one_back_in_the_box() -> None:
    assert plays("MMM", 6) == ["discard moai"]
    state = play(position(seats={0: {"hand": "MMM", "wood": 6}}), "discard moai")
    assert state.discarded == 1
    assert state.seats[0].hand == "MM"
    assert state.seats[0].wood == 6
    assert state.seats[0].table == table(lumberjack=1)


def test_rap_3_2_moai_put_back_brings_no_sacrifice_round_but_a_draw_and_a_scoring() -> None:
    state = play(position(seats={0: {"hand": "MMM", "wood": 4}}), "discard moai")
    assert texts(state) == ["draw 1", "draw 2", "draw 3", "draw 4"]
    state = play(state, "draw 2")
    assert state.seats[0].hand == "MML"
    assert state.seats[0].wood == 4 + 1
    assert state.active == 1


def test_rap_3_2_three_moai_and_seven_wood_must_build() -> None:
    assert plays("MMM", 7) == ["play moai"]
    with pytest.raises(
        IllegalAction, match=r"'discard moai': you may return a Moai only with 3 Moai in hand and less than 7 wood"
    ):
        rapa_nui.parse(position(seats={0: {"hand": "MMM", "wood": 7}}), "discard moai")


def test_rap_3_2_two_moai_are_never_put_back() -> None:
    assert plays("MMP", 0) == ["play priest"]


def test_rap_3_2_wood_is_counted_after_the_purchase() -> None:
    state = position(seats={0: {"hand": "MMM", "wood": 8, "table": table(fish=4)}})
    assert texts(state) == ["buy fish", "buy mulberry", "buy potato", "buy grain", "play moai"]
    assert texts(play(state, "buy fish")) == ["play moai"]
    assert texts(play(state, "buy grain")) == ["discard moai"]


def test_rap_3_2_purchase_may_come_before_a_moai_is_put_back() -> None:
    state = position(seats={0: {"hand": "MMM", "wood": 5}})
    assert texts(state) == ["buy fish", "buy mulberry", "buy potato", "buy grain", "discard moai"]
    assert texts(play(state, "buy fish")) == ["discard moai"]

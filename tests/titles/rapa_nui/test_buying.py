"""RAP 3.1: buy one sacrifice card, or none."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.rapa_nui import rules as rapa_nui

from .positions import play, position, table, texts


def buys(state: rapa_nui.State) -> list[str]:
    return [text for text in texts(state) if text.startswith("buy")]


def test_rap_3_1_example_szandra_pays_four_for_a_mulberry_three_for_a_grain_five_for_others() -> None:
    szandra = {"wood": 7, "table": table(lumberjack=1, mulberry=1, grain=2)}
    for kind, price in (("mulberry", 4), ("grain", 3), ("fish", 5), ("potato", 5)):
        assert play(position(seats={0: szandra}), f"buy {kind}").seats[0].wood == 7 - price
    assert buys(position(seats={0: szandra})) == ["buy fish", "buy mulberry", "buy potato", "buy grain"]


def test_rap_3_1_example_szandra_may_buy_nothing() -> None:
    szandra = {"wood": 7, "table": table(lumberjack=1, mulberry=1, grain=2), "hand": "LPP"}
    assert play(position(seats={0: szandra}), "play priest").seats[0].wood == 7


@pytest.mark.parametrize(("hunters", "price"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (6, 0), (8, 0)])
def test_rap_3_1_price_is_five_less_the_own_hunters_and_never_below_zero(hunters: int, price: int) -> None:
    for wood in range(7):
        state = position(seats={0: {"wood": wood, "table": table(potato=hunters)}})
        assert ("buy potato" in buys(state)) is (wood >= price)
        if wood >= price:
            assert play(state, "buy potato").seats[0].wood == wood - price


def test_rap_3_1_bought_card_comes_from_the_supply() -> None:
    state = play(position(seats={0: {"wood": 5}}), "buy mulberry")
    assert state.seats[0].sacrifices == (1, 2, 1, 1)
    assert state.supply == (23, 22, 23, 23)


def test_rap_3_1_hunters_of_others_and_in_hand_do_not_help() -> None:
    state = position(seats={0: {"wood": 4, "hand": "fff"}, 1: {"table": table(fish=5)}})
    assert buys(state) == []


def test_rap_3_1_type_that_ran_out_cannot_be_bought() -> None:
    state = position(seats={0: {"wood": 5}}, supply=(0, 1, 0, 1))
    assert buys(state) == ["buy mulberry", "buy grain"]
    with pytest.raises(IllegalAction, match=r"'buy fish': no fish card is left in the supply \(RAP 3.1\)"):
        rapa_nui.parse(state, "buy fish")


def test_rap_3_1_price_that_cannot_be_paid_is_named() -> None:
    state = position(seats={0: {"wood": 3, "table": table(grain=1)}})
    with pytest.raises(IllegalAction, match=r"'buy grain': a grain card costs 4 wood now, and you have 3 \(RAP 3.1\)"):
        rapa_nui.parse(state, "buy grain")


def test_rap_3_1_only_one_card_is_bought_in_a_turn() -> None:
    state = play(position(seats={0: {"wood": 20, "hand": "LPf"}}), "buy fish")
    assert texts(state) == ["play lumberjack", "play priest", "play fish"]
    with pytest.raises(IllegalAction, match="you have bought a sacrifice card this turn"):
        rapa_nui.parse(state, "buy fish")


def test_rap_3_1_nothing_is_bought_after_the_play() -> None:
    state = play(position(seats={0: {"wood": 20, "hand": "LPf"}}), "play fish")
    assert texts(state) == ["draw 1", "draw 2", "draw 3", "draw 4"]


def test_rap_3_1_next_turn_may_buy_again() -> None:
    state = play(position(seats={0: {"wood": 20, "hand": "LPf"}, 1: {"wood": 20}}), "buy fish", "play fish", "draw 1")
    assert rapa_nui.to_move(state) == 1
    assert state.bought is None
    assert len(buys(state)) == 4

"""PRI 5.6 and 7: the market on the Central Plaza."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, columns, goods, play, texts, visiting, words


@pytest.mark.parametrize(("lying", "price", "then"), [(0, 6, 1), (1, 5, 2), (2, 4, 3), (3, 3, 4), (4, 3, 4)])
@pytest.mark.parametrize("good", ["llama", "coca", "pottery", "cloth"])
def test_pri_7_2_selling(good: str, lying: int, price: int, then: int) -> None:
    market = columns(**{good: lying})
    state = play(visiting("CP", owners={0: {"goods": goods(**{good: 1})}}, market=market), f"sell {good}")
    assert state.seats[0].goods == goods(corn=price)
    assert state.market == columns(**{good: then})


@pytest.mark.parametrize(("lying", "price", "then"), [(0, 6, 0), (1, 6, 0), (2, 5, 1), (3, 4, 2), (4, 3, 3)])
@pytest.mark.parametrize("good", ["llama", "coca", "pottery", "cloth"])
def test_pri_7_2_buying(good: str, lying: int, price: int, then: int) -> None:
    market = columns(**{good: lying})
    state = play(visiting("CP", owners={0: {"goods": goods(corn=9)}}, market=market), f"buy {good}")
    assert state.seats[0].goods == goods(**{"corn": 9 - price, good: 1})
    assert state.market == columns(**{good: then})


def test_pri_7_1_example_selling_coca() -> None:
    """There are two coca: selling brings 4, then 3, then 3 each from the bank."""
    state = visiting("CP", owners={0: {"goods": goods(coca=4)}})
    corn = []
    for _ in range(4):
        state = play(state, "sell coca")
        corn.append(state.seats[0].goods[0])
    assert corn == [4, 7, 10, 13]
    assert state.market == columns(llama=2, coca=4, pottery=2, cloth=2)


def test_pri_7_1_example_buying_coca() -> None:
    """There are two coca: one costs 5, two 11, the third comes from the bank for 6."""
    state = visiting("CP", owners={0: {"goods": goods(corn=20)}})
    corn = []
    for _ in range(3):
        state = play(state, "buy coca")
        corn.append(20 - state.seats[0].goods[0])
    assert corn == [5, 11, 17]
    assert state.market == columns(llama=2, pottery=2, cloth=2)


def test_pri_7_1_second_example_of_the_rule_book() -> None:
    owners = {0: {"goods": goods(coca=1, cloth=2)}}
    state = visiting("CP", owners=owners, market=columns(llama=3, coca=1, cloth=2))
    state = play(state, "market -cloth", "sell cloth", "sell cloth", "sell coca", "buy llama", "buy pottery")
    assert state.seats[0].goods == goods(corn=5 + 4 + 5 - 4 - 6, llama=1, pottery=1)
    assert state.seats[0].goods[0] == 4
    assert state.market == columns(llama=2, coca=2, cloth=3)


def test_pri_7_3_first_menu_in_order() -> None:
    owners = {0: {"goods": goods(corn=5, coca=1, cloth=1)}}
    state = visiting("CP", owners=owners, market=columns(llama=0, coca=2, pottery=4, cloth=1))
    assert asked(state) == (0, Decision.TRADE)
    assert texts(state) == [
        "done",
        "market +llama", "market +coca", "market +cloth",
        "market -coca", "market -pottery", "market -cloth",
        "sell coca", "sell cloth",
        "buy coca", "buy pottery",
    ]  # fmt: skip


def test_pri_7_3_market_is_adjusted_once_and_only_before_trading() -> None:
    state = visiting("CP", owners={0: {"goods": goods(corn=20, coca=1)}})
    adjusted = play(state, "market +coca")
    assert adjusted.market == columns(llama=2, coca=3, pottery=2, cloth=2)
    assert adjusted.seats[0].goods == goods(corn=20, coca=1)
    assert not words(adjusted, "market")
    reason = r"'market -coca': you may add or remove one good, once, before you trade \(PRI 7.3\)"
    with pytest.raises(IllegalAction, match=reason):
        princes.parse(adjusted, "market -coca")
    for trade in ("sell coca", "buy coca"):
        with pytest.raises(IllegalAction, match=reason):
            princes.parse(play(state, trade), "market -coca")


def test_pri_7_3_market_may_be_adjusted_without_trading() -> None:
    state = play(visiting("CP"), "market -llama", "done")
    assert state.market == columns(llama=1, coca=2, pottery=2, cloth=2)
    assert asked(state) == (1, Decision.TURN)


def test_pri_7_3_full_and_empty_columns() -> None:
    state = visiting("CP", market=columns(llama=4, coca=0, pottery=1, cloth=3))
    assert words(state, "market") == ["+coca", "+pottery", "+cloth", "-llama", "-pottery", "-cloth"]
    with pytest.raises(IllegalAction, match="'market [+]llama': the column of llama is full"):
        princes.parse(state, "market +llama")
    with pytest.raises(IllegalAction, match="'market -coca': the column of coca is empty"):
        princes.parse(state, "market -coca")


def test_pri_7_3_a_good_goes_one_way_only_in_a_visit() -> None:
    state = visiting("CP", owners={0: {"goods": goods(corn=20, coca=2, cloth=1)}})
    sold = play(state, "sell coca")
    assert words(sold, "sell") == ["coca", "cloth"]
    assert words(sold, "buy") == ["llama", "pottery", "cloth"]
    with pytest.raises(
        IllegalAction, match=r"'buy coca': you sold coca on this visit, so you cannot buy it \(PRI 7.3\)"
    ):
        princes.parse(sold, "buy coca")
    bought = play(sold, "buy cloth")
    assert words(bought, "sell") == ["coca"]
    assert words(bought, "buy") == ["llama", "pottery", "cloth"]
    with pytest.raises(
        IllegalAction, match=r"'sell cloth': you bought cloth on this visit, so you cannot sell it \(PRI 7.3\)"
    ):
        princes.parse(bought, "sell cloth")


def test_pri_7_3_no_free_shift_of_an_empty_column() -> None:
    """Otherwise a good bought from the bank at 6 and sold back at 6 would end up in the column for nothing."""
    state = play(visiting("CP", owners={0: {"goods": goods(corn=6)}}, market=columns()), "buy coca")
    assert texts(state) == ["done"]


def test_pri_7_what_cannot_be_paid_or_is_not_owned() -> None:
    state = visiting("CP", owners={0: {"goods": goods(corn=4)}}, market=columns(llama=3, coca=2))
    assert words(state, "buy") == ["llama"]
    with pytest.raises(IllegalAction, match=r"'buy coca': coca costs 5 corn now, and you have 4 \(PRI 7\)"):
        princes.parse(state, "buy coca")
    with pytest.raises(IllegalAction, match=r"'sell coca': you have no coca \(PRI 7\)"):
        princes.parse(state, "sell coca")


def test_pri_7_corn_is_the_money_and_no_ware() -> None:
    state = visiting("CP", owners={0: {"goods": goods(corn=9)}})
    for text in ("sell corn", "buy corn", "market +corn"):
        assert text not in texts(state)


def test_pri_5_6_visitor_with_nothing_is_asked_too_and_next_visit_begins_anew() -> None:
    state = visiting("CP", market=columns())
    assert texts(state) == ["done", "market +llama", "market +coca", "market +pottery", "market +cloth"]
    state = play(state, "market +llama", "done")
    assert state.trade is None
    state = play(state, "go CP")
    assert princes.to_move(state) == 1
    assert "market -llama" in texts(state)

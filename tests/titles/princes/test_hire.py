"""PRI 5.4: the Watchman's Hut and the Royal Palace."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, goods, incas, play, texts, visiting

PLENTY = goods(corn=9, llama=9, coca=9, pottery=9, cloth=9)


@pytest.mark.parametrize(
    ("hut", "district", "cost"),
    [
        ("WH", "CT", goods(llama=1, pottery=1)),
        ("WH", "LP", goods(corn=3, coca=1)),
        ("RP", "CO", goods(pottery=1, cloth=1)),
        ("RP", "PQ", goods(coca=1, cloth=1)),
        ("RP", "WQ", goods(coca=1, pottery=1)),
    ],
)
def test_pri_5_4_costs(hut: str, district: str, cost: tuple[int, ...]) -> None:
    state = visiting(hut, owners={0: {"goods": cost}})
    assert asked(state) == (0, Decision.HIRE)
    assert texts(state) == ["hire none", f"hire {district}"]
    state = play(state, f"hire {district}")
    assert state.seats[0].goods == goods()
    assert state.seats[0].incas == incas(**{district: 1})
    assert state.seats[0].supply == 11
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_4_one_inca_for_each_district_in_a_visit() -> None:
    assert texts(visiting("WH", owners={0: {"goods": PLENTY}})) == ["hire none", "hire CT", "hire LP", "hire CT+LP"]
    assert texts(visiting("RP", owners={0: {"goods": PLENTY}})) == [
        "hire none",
        "hire CO",
        "hire PQ",
        "hire CO+PQ",
        "hire WQ",
        "hire CO+WQ",
        "hire PQ+WQ",
        "hire CO+PQ+WQ",
    ]


def test_pri_5_4_example_of_the_rule_book_a_planter_and_a_weaver_in_one_visit() -> None:
    state = visiting("RP", owners={0: {"goods": goods(coca=1, pottery=2, cloth=1)}})
    assert texts(state) == ["hire none", "hire CO", "hire PQ", "hire WQ", "hire CO+WQ"]
    state = play(state, "hire CO+WQ")
    assert state.seats[0].incas == incas(CO=1, WQ=1)
    assert state.seats[0].goods == goods()


def test_pri_5_4_second_planter_in_the_same_visit_is_illegal() -> None:
    state = visiting("RP", owners={0: {"goods": PLENTY}})
    with pytest.raises(IllegalAction, match="'hire CO[+]CO': this is not an action"):
        princes.parse(state, "hire CO+CO")
    assert asked(play(state, "hire CO")) == (1, Decision.TURN)


def test_pri_5_4_incas_are_paid_together() -> None:
    state = visiting("RP", owners={0: {"goods": goods(coca=1, pottery=1, cloth=1)}})
    assert texts(state) == ["hire none", "hire CO", "hire PQ", "hire WQ"]
    with pytest.raises(IllegalAction, match=r"you cannot pay this \(CO: 1 pottery, 1 cloth; PQ: 1 coca, 1 cloth\)"):
        princes.parse(state, "hire CO+PQ")


def test_pri_5_4_last_incas_of_the_supply() -> None:
    state = visiting("RP", owners={0: {"goods": PLENTY, "supply": 2}})
    assert texts(state)[-1] == "hire PQ+WQ"
    with pytest.raises(IllegalAction, match=r"'hire CO\+PQ\+WQ': you have 2 Incas left \(PRI 5.4\)"):
        princes.parse(state, "hire CO+PQ+WQ")
    assert asked(visiting("RP", owners={0: {"goods": PLENTY, "supply": 0}})) == (1, Decision.TURN)


def test_pri_5_4_farmers_only_at_the_hut_and_crafts_only_at_the_palace() -> None:
    state = visiting("WH", owners={0: {"goods": PLENTY}})
    with pytest.raises(IllegalAction, match=r"'hire CO': you cannot set up an Inca in CO from here \(PRI 5.4\)"):
        princes.parse(state, "hire CO")


def test_pri_5_4_who_cannot_pay_is_not_asked() -> None:
    assert asked(visiting("WH", owners={0: {"goods": goods(corn=2, llama=1, coca=1)}})) == (1, Decision.TURN)


def test_pri_10_nothing_is_compulsory() -> None:
    state = play(visiting("WH", owners={0: {"goods": PLENTY}}), "hire none")
    assert state.seats[0].goods == PLENTY
    assert asked(state) == (1, Decision.TURN)


def test_pri_4_hut_and_palace_may_be_used_all_day() -> None:
    state = visiting("WH", 2, {0: {"goods": PLENTY}, 1: {"goods": PLENTY, "prince": "RP"}})
    state = play(state, "hire CT", "go WH", "hire CT", "go RP", "hire CO")
    assert state.seats[0].incas == incas(CT=1, CO=1)
    assert state.seats[1].incas == incas(CT=1)


def test_pri_5_4_no_limit_of_incas_in_a_district() -> None:
    owners = {0: {"goods": PLENTY, "incas": incas(CT=11), "supply": 1}}
    assert play(visiting("WH", owners=owners), "hire CT").seats[0].incas == incas(CT=12)

"""PRI 5.1: the production districts."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, goods, incas, owned, play, texts, visiting


@pytest.mark.parametrize(
    ("district", "bonus"),
    [
        ("CT", goods(corn=3)),
        ("LP", goods(llama=1)),
        ("CO", goods(coca=1)),
        ("PQ", goods(pottery=1)),
        ("WQ", goods(cloth=1)),
    ],
)
@pytest.mark.parametrize("units", [1, 2])
def test_pri_5_1_visitor_takes_the_whole_bonus_without_an_inca_there(
    district: str, bonus: tuple[int, ...], units: int
) -> None:
    state = visiting(district, bonuses=(units,) * 5)
    assert owned(state, "goods") == [tuple(units * count for count in bonus), goods()]
    assert sorted(state.bonuses) == [0, units, units, units, units]
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_1_without_a_bonus_nothing_happens() -> None:
    owners = {0: {"incas": incas(CT=2)}, 1: {"incas": incas(CT=2)}}
    state = visiting("CT", owners=owners, bonuses=(0, 1, 1, 1, 1))
    assert owned(state, "goods") == [goods(), goods()]
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_1_farmers_of_all_players_produce_three_corn_for_nothing() -> None:
    owners = {0: {"incas": incas(CT=1)}, 1: {"incas": incas(CT=3)}, 2: {"incas": incas(LP=2)}}
    state = visiting("CT", 3, owners)
    assert owned(state, "goods") == [goods(corn=6), goods(corn=9), goods()]
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_1_example_of_the_rule_book() -> None:
    """Blue takes two coca; yellow pays 1 corn for 1 coca, red 2 corn for 2 coca."""
    owners = {
        1: {"incas": incas(CO=1), "goods": goods(corn=3)},
        2: {"incas": incas(CO=2), "goods": goods(corn=2)},
    }
    state = visiting("CO", 3, owners, bonuses=(1, 1, 2, 1, 1))
    assert asked(state) == (1, Decision.PRODUCE)
    assert texts(state) == ["produce 0", "produce 1"]
    state = play(state, "produce 1")
    assert asked(state) == (2, Decision.PRODUCE)
    assert texts(state) == ["produce 0", "produce 1", "produce 2"]
    state = play(state, "produce 2")
    assert owned(state, "goods") == [goods(coca=2), goods(corn=2, coca=1), goods(coca=2)]
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_1_no_player_is_forced_to_produce() -> None:
    owners = {0: {"incas": incas(WQ=2), "goods": goods(corn=9)}}
    state = play(visiting("WQ", owners=owners), "produce 0")
    assert owned(state, "goods") == [goods(corn=9, cloth=1), goods()]


def test_pri_5_1_no_more_incas_than_can_be_paid() -> None:
    state = visiting("PQ", owners={0: {"incas": incas(PQ=5), "goods": goods(corn=2)}})
    assert texts(state) == ["produce 0", "produce 1", "produce 2"]
    with pytest.raises(IllegalAction, match=r"'produce 3': you have 5 Incas there and 2 corn \(PRI 5.1\)"):
        princes.parse(state, "produce 3")


def test_pri_5_1_seats_without_corn_or_incas_there_are_not_asked() -> None:
    owners = {
        0: {"incas": incas(LP=1)},
        1: {"goods": goods(corn=9), "incas": incas(CO=1)},
        2: {"goods": goods(corn=1), "incas": incas(LP=1)},
    }
    state = visiting("LP", 3, owners)
    assert asked(state) == (2, Decision.PRODUCE)
    assert asked(play(state, "produce 1")) == (1, Decision.TURN)


@pytest.mark.parametrize("active", range(4))
def test_pri_5_1_active_seat_first_then_clockwise(active: int) -> None:
    owners = {index: {"goods": goods(corn=1), "incas": incas(WQ=1)} for index in range(4)}
    state = visiting("WQ", 4, owners, active=active)
    order = []
    while state.decision is Decision.PRODUCE:
        order.append(princes.to_move(state))
        state = play(state, "produce 1")
    assert order == [(active + place) % 4 for place in range(4)]
    assert asked(state) == ((active + 1) % 4, Decision.TURN)


def test_pri_10_supply_of_goods_is_unlimited() -> None:
    owners = {0: {"goods": goods(corn=12, coca=99), "incas": incas(CO=12)}}
    assert play(visiting("CO", owners=owners), "produce 12").seats[0].goods == goods(coca=112)

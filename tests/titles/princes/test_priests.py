"""PRI 5.5 and 6: the House of Priests and the House of Virgins."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision
from games.titles.princes.rules.temples import steps

from .positions import asked, goods, play, priests, texts, visiting

PLENTY = goods(corn=9, llama=9, coca=9, pottery=9, cloth=9)


@pytest.mark.parametrize(
    ("house", "kind", "cost"),
    [
        ("HV", "virgin", goods(pottery=2, coca=1, cloth=1)),
        ("HP", "puma", goods(cloth=2, pottery=1, coca=1)),
        ("HP", "condor", goods(coca=2, pottery=1, cloth=1)),
    ],
)
def test_pri_6_2_costs(house: str, kind: str, cost: tuple[int, ...]) -> None:
    state = visiting(house, owners={0: {"goods": cost}})
    assert asked(state) == (0, Decision.TAKE)
    assert texts(state) == ["take none", f"take {kind}"]
    state = play(state, f"take {kind}")
    assert state.seats[0].goods == goods()
    assert state.seats[0].priests == priests(**{kind: 1})
    assert state.rows == tuple(count - taken for count, taken in zip((6, 5, 4), priests(**{kind: 1}), strict=True))
    assert asked(state) == (1, Decision.TURN)


def test_pri_5_5_example_yellow_takes_a_puma_priest_and_five_becomes_visible() -> None:
    """Before, 6 was visible: the row's number drops by one with the tile taken."""
    state = visiting("HP", owners={0: {"goods": goods(coca=1, pottery=1, cloth=2)}}, rows=(6, 2, 4))
    assert steps(state.rows, 1) == 6
    assert steps(play(state, "take puma").rows, 1) == 5


def test_pri_6_1_known_numbers_of_the_rows() -> None:
    """Seven after three virgins; 4, 6 and 5 in the picture of the rule book are visible at the same time."""
    assert steps((3, 5, 4), 0) == 7
    assert [steps((1, 2, 0), kind) for kind in (2, 1, 0)] == [4, 6, 5]


def test_pri_6_1_no_number_is_visible_before_a_tile_is_taken() -> None:
    assert [steps((6, 5, 4), kind) for kind in range(3)] == [0, 0, 0]


def test_pri_5_5_one_tile_in_a_visit() -> None:
    state = visiting("HP", owners={0: {"goods": PLENTY}})
    assert texts(state) == ["take none", "take puma", "take condor"]
    assert asked(play(state, "take condor")) == (1, Decision.TURN)


def test_pri_5_5_each_house_has_its_own() -> None:
    state = visiting("HV", owners={0: {"goods": PLENTY}})
    assert texts(state) == ["take none", "take virgin"]
    with pytest.raises(IllegalAction, match=r"'take puma': there is no puma in this house \(PRI 5.5\)"):
        princes.parse(state, "take puma")


def test_pri_5_5_empty_row_has_nothing_to_take() -> None:
    state = visiting("HP", owners={0: {"goods": PLENTY}}, rows=(6, 0, 1))
    assert texts(state) == ["take none", "take condor"]
    with pytest.raises(IllegalAction, match=r"'take puma': no puma is left \(PRI 5.5\)"):
        princes.parse(state, "take puma")
    assert asked(visiting("HP", owners={0: {"goods": PLENTY}}, rows=(6, 0, 0))) == (1, Decision.TURN)


def test_pri_5_5_who_cannot_pay_is_not_asked() -> None:
    assert asked(visiting("HP", owners={0: {"goods": goods(coca=1, pottery=1, cloth=1)}})) == (1, Decision.TURN)
    state = visiting("HP", owners={0: {"goods": goods(coca=2, pottery=1, cloth=1)}})
    with pytest.raises(
        IllegalAction, match=r"'take puma': a puma costs 1 coca, 1 pottery, 2 cloth, which you cannot pay \(PRI 5.5\)"
    ):
        princes.parse(state, "take puma")


def test_pri_10_taking_none_is_allowed() -> None:
    state = play(visiting("HV", owners={0: {"goods": PLENTY}}), "take none")
    assert state.seats[0].goods == PLENTY
    assert state.rows == (6, 5, 4)

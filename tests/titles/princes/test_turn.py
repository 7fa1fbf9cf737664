"""PRI 3: a turn, and PRI 10: the limit of turns on one day."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, goods, incas, owned, play, position, texts, words


def test_pri_3_prince_walks_to_a_neighbour() -> None:
    state = position()
    assert texts(state) == [
        "go LP", "go MT", "go CP",
        "moon 2", "moon 3", "moon corn", "moon llama", "moon coca", "moon pottery", "moon cloth",
    ]  # fmt: skip
    assert princes.to_move(play(state, "go LP")) == 1
    assert play(state, "go LP").seats[0].prince == "LP"


def test_pri_3_llama_carries_the_prince_to_any_other_district() -> None:
    state = position(owners={0: {"goods": goods(llama=2)}})
    assert words(state, "go") == ["LP", "MT", "CP"]
    assert words(state, "jump") == ["CT", "CO", "PQ", "WQ", "TC", "TP", "TS", "WH", "RP", "HP", "HV"]
    state = play(state, "jump CT")
    assert state.seats[0].prince == "CT"
    assert state.seats[0].goods == goods(llama=1, corn=3)


def test_pri_3_jump_is_paid_before_the_district_acts() -> None:
    """The last llama carries the prince, so it cannot be sacrificed at the destination."""
    state = play(position(owners={0: {"goods": goods(llama=1), "priests": (1, 0, 0)}}, rows=(5, 5, 4)), "jump TS")
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].scout == 1 + 3


def test_pri_3_staying_takes_a_moon_tile_and_nothing_else() -> None:
    state = play(position(owners={0: {"prince": "CT", "incas": incas(CT=1)}}), "moon coca")
    assert owned(state, "tiles") == [("coca",), ()]
    assert state.tiles == ("2", "3", "corn", "llama", "pottery", "cloth")
    assert owned(state, "goods") == [goods(), goods()]
    assert state.bonuses == (1, 1, 1, 1, 1)
    assert asked(state) == (1, Decision.TURN)


def test_pri_3_taken_tile_is_taken() -> None:
    state = play(position(), "moon coca")
    with pytest.raises(IllegalAction, match=r"'moon coca': this moon tile has been taken \(PRI 3\)"):
        princes.parse(state, "moon coca")


def test_pri_3_same_district_is_never_used_twice_in_a_row() -> None:
    state = position(owners={0: {"goods": goods(llama=5), "prince": "CP"}})
    assert "go CP" not in texts(state)
    assert "jump CP" not in texts(state)
    with pytest.raises(IllegalAction, match=r"'jump CP': your prince is already there"):
        princes.parse(state, "jump CP")


@pytest.mark.parametrize(
    ("llamas", "text", "reason"),
    [
        (0, "go CT", "CT is not next to SD"),
        (0, "jump CT", "this costs 1 llama, and you have none"),
        (1, "jump CP", "CP is next to SD: your prince walks there for free"),
        (1, "produce 0", "now you must move your prince or take a moon tile"),
    ],
)
def test_pri_3_other_moves_are_refused(llamas: int, text: str, reason: str) -> None:
    state = position(owners={0: {"goods": goods(llama=llamas)}})
    with pytest.raises(IllegalAction, match=f"^'{text}': {reason} \\(PRI 3\\)$"):
        princes.parse(state, text)


def test_pri_3_princes_may_share_a_district() -> None:
    state = play(position(3), "go LP", "go LP", "go LP")
    assert owned(state, "prince") == ["LP", "LP", "LP"]


def test_pri_3_district_used_up_today_is_only_a_stepping_stone() -> None:
    owners = {0: {"goods": goods(corn=5), "incas": incas(LP=2)}}
    state = play(position(owners=owners, bonuses=(1, 0, 1, 1, 1)), "go LP")
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].goods == goods(corn=5)
    state = play(position(owners={0: {"goods": goods(llama=1)}}, stones=(1, 1, 1, 0)), "go MT")
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].scout == 1


def test_pri_3_turns_go_clockwise() -> None:
    state = position(3, active=1)
    order = []
    for _ in range(4):
        order.append(princes.to_move(state))
        state = play(state, texts(state)[0])
    assert order == [1, 2, 0, 1]


def test_pri_10_after_forty_turns_on_one_day_only_moon_tiles_are_left() -> None:
    state = position(owners={0: {"turns": 39, "goods": goods(llama=9)}})
    assert words(state, "go")
    state = play(state, "go LP", "go LP")
    assert state.seats[0].turns == 40
    assert {text.split()[0] for text in texts(state)} == {"moon"}
    with pytest.raises(
        IllegalAction, match=r"'go CP': after 40 turns in one day you may only take moon tiles \(PRI 10\)"
    ):
        princes.parse(state, "go CP")
    with pytest.raises(IllegalAction, match="after 40 turns"):
        princes.parse(state, "jump CT")


def test_pri_10_turns_with_a_moon_tile_count_and_settling_does_not() -> None:
    state = play(position(), "moon 2", "go LP")
    assert owned(state, "turns") == [1, 1]
    start = princes.start(princes.Deal(2, False, state.seats[0].cards + state.seats[1].cards + state.deck))
    assert owned(play(start, "settle CT", "settle CT"), "turns") == [0, 0]


def test_pri_10_another_day_brings_new_turns() -> None:
    state = play(
        position(owners={0: {"turns": 40}, 1: {"turns": 17}}, tiles=("2", "3", "corn", "llama", "coca")),
        "moon 2",
        "go LP",
    )
    assert state.day == 2
    assert owned(state, "turns") == [0, 0]

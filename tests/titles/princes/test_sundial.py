"""PRI 5.7: the Sundial by day."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision

from .positions import asked, goods, incas, play, texts, visiting


def test_pri_5_7_one_inca_goes_to_the_sundial() -> None:
    state = visiting("SD", owners={0: {"incas": incas(CT=2, PQ=1), "supply": 9}})
    assert asked(state) == (0, Decision.RECALL)
    assert texts(state) == ["recall none", "recall CT", "recall PQ"]
    state = play(state, "recall CT")
    seat = state.seats[0]
    assert (seat.incas, seat.sundial, seat.supply, seat.goods) == (incas(CT=1, PQ=1), 1, 9, goods())
    assert asked(state) == (1, Decision.TURN)


def test_pri_10_visit_without_an_inca_on_the_board_has_no_effect() -> None:
    assert asked(visiting("SD", owners={0: {"sundial": 1}})) == (1, Decision.TURN)


def test_pri_10_no_inca_needs_to_go() -> None:
    state = play(visiting("SD", owners={0: {"incas": incas(WQ=1)}}), "recall none")
    assert state.seats[0].incas == incas(WQ=1)


def test_pri_5_7_several_incas_gather_by_repeated_visits() -> None:
    state = play(
        visiting("SD", owners={0: {"incas": incas(WQ=2)}}),
        "recall WQ",
        "go LP",
        "go CP",
        "done",
        "go CP",
        "done",
        "go SD",
    )
    assert texts(state) == ["recall none", "recall WQ"]
    assert play(state, "recall WQ").seats[0].sundial == 2


def test_pri_5_7_no_inca_there_to_recall() -> None:
    state = visiting("SD", owners={0: {"incas": incas(WQ=1)}})
    with pytest.raises(IllegalAction, match=r"'recall CT': you have no Inca in CT \(PRI 5.7\)"):
        princes.parse(state, "recall CT")

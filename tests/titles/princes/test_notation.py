"""The texts of actions, their refusals, and the diagram."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules import actions
from games.titles.princes.rules.state import Step

from .positions import goods, incas, play, position, texts, visiting


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (actions.Settle("CT"), "settle CT"),
        (actions.Go("LP"), "go LP"),
        (actions.Jump("TP"), "jump TP"),
        (actions.Moon("2"), "moon 2"),
        (actions.Moon("cloth"), "moon cloth"),
        (actions.Produce(0), "produce 0"),
        (actions.Sacrifice(2), "sacrifice 2"),
        (actions.Offer(()), "offer none"),
        (actions.Offer(("corn", "cloth")), "offer corn+cloth"),
        (actions.Hire(()), "hire none"),
        (actions.Hire(("CO", "WQ")), "hire CO+WQ"),
        (actions.Take(None), "take none"),
        (actions.Take("virgin"), "take virgin"),
        (actions.Adjust("llama", +1), "market +llama"),
        (actions.Adjust("llama", -1), "market -llama"),
        (actions.Sell("coca"), "sell coca"),
        (actions.Buy("pottery"), "buy pottery"),
        (actions.Done(), "done"),
        (actions.Recall(None), "recall none"),
        (actions.Recall("PQ"), "recall PQ"),
        (actions.Reward(("corn", "llama", "coca")), "goods corn+llama+coca"),
        (actions.Return(("cl",)), "return cl"),
        (actions.Return(("cl", "ud")), "return cl ud"),
        (actions.Collect("coca"), "collect coca"),
        (actions.Decline("coca"), "decline coca"),
    ],
)
def test_action_text(action: princes.Action, text: str) -> None:
    assert str(action) == text


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (princes.start(princes.Deal(2, False, position().seats[0].cards * 28)), "you must set up your first Inca"),
        (position(), "you must move your prince or take a moon tile"),
        (visiting("LP", owners={0: {"goods": goods(corn=1), "incas": incas(LP=1)}}), "how many Incas produce"),
        (
            visiting("TP", owners={0: {"goods": goods(llama=1), "priests": (0, 1, 0)}}, rows=(6, 4, 4)),
            "how many llamas",
        ),
        (visiting("MT", owners={0: {"goods": goods(llama=1)}}), "what to offer in the Main Temple"),
        (visiting("WH", owners={0: {"goods": goods(corn=3, coca=1)}}), "which Incas to set up"),
        (visiting("HV", owners={0: {"goods": (0, 0, 2, 2, 2)}}), "whom to take from the house"),
        (visiting("CP"), "you trade or leave the market"),
        (visiting("SD", owners={0: {"incas": incas(CT=1)}}), "which Inca goes to the Sundial"),
        (position(step=Step.SUNDIAL_REWARD), "you choose three different goods"),
        (play(position(owners={0: {"goods": goods(corn=1)}}, day=9), "moon coca"), "the good on your moon tile"),
        (visiting("TS", owners={0: {"scout": 19}}), "sacrifice cards from your hand back"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refusal_says_what_is_asked(state: princes.State, question: str) -> None:
    wrong = "go CP" if state.step is not Step.TURN else "done"
    with pytest.raises(IllegalAction, match=f"^'{wrong}': now .*{question}"):
        princes.parse(state, wrong)
    with pytest.raises(IllegalAction, match=f"^'fly': this is not an action of The Princes .*{question}"):
        princes.parse(state, "fly")


def test_refusal_after_the_end() -> None:
    with pytest.raises(IllegalAction, match="^'go CP': the game is over$"):
        princes.parse(position(step=Step.OVER), "go CP")


def test_refusals_never_raise_anything_else() -> None:
    """Every text of the game, tried wherever a question is asked."""
    states = [
        position(),
        visiting("LP", owners={0: {"goods": goods(corn=1), "incas": incas(LP=1)}}),
        visiting("TP", owners={0: {"goods": goods(llama=1), "priests": (0, 1, 0)}}, rows=(6, 4, 4)),
        visiting("MT", owners={0: {"goods": goods(llama=1)}}),
        visiting("WH", owners={0: {"goods": goods(corn=3, coca=1)}}),
        visiting("HP", owners={0: {"goods": (0, 0, 2, 2, 2)}}),
        visiting("CP"),
        visiting("SD", owners={0: {"incas": incas(CT=1)}}),
        position(step=Step.SUNDIAL_REWARD),
        play(position(owners={0: {"goods": goods(corn=1)}}, day=9), "moon coca"),
        visiting("TS", owners={0: {"scout": 19}}),
        visiting("TS", owners={0: {"scout": 19}}, deck=("vd", "ud")),
    ]
    every = {text for state in states for text in texts(state)} | {"hire CT+LP", "take puma", "settle CT", "produce 9"}
    for state in states:
        for text in every - set(texts(state)):
            with pytest.raises(IllegalAction):
                princes.parse(state, text)


def test_diagram_shows_what_the_viewer_knows() -> None:
    owners = {0: {"scout": 18}, 1: {"incas": incas(CT=2), "tiles": ("3",), "goods": goods(corn=4)}}
    state = visiting("TS", owners=owners, deck=("vd", "ud", "tv", "cu"), returned=(1,), sun=1)
    assert princes.diagram(princes.view(state, 1)).splitlines() == [
        "day 1   moon tiles 2 3 corn llama coca pottery cloth   sun tile: seat 1",
        "bonuses   CT 1  LP 1  CO 1  PQ 1  WQ 1  TC 1  TP 1  TS 0  MT 1",
        "market    llama 2  coca 2  pottery 2  cloth 2",
        "rows      virgin 6  puma 5  condor 4",
        "deck      cu",
        "seat 0 >* prince TS  scout 0  corn 0  llama 0  coca 0  pottery 0  cloth 0",
        "          Incas CT 0  LP 0  CO 0  PQ 0  WQ 0  supply 12  SD 0  virgin 0  puma 0  condor 0",
        "          cards ? ? ? ?",
        "seat 1    prince SD  scout 2  corn 4  llama 0  coca 0  pottery 0  cloth 0  moon tiles 3",
        "          Incas CT 2  LP 0  CO 0  PQ 0  WQ 0  supply 12  SD 0  virgin 0  puma 0  condor 0",
        "          cards co",
        "decision  seat 0: return",
    ]

"""PRI 9.1: the Inca trail and the cards on the summit."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from games.engine.contract import IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.state import Decision, Step
from games.titles.princes.rules.trail import income, walk

from .positions import asked, cards, goods, play, position, priests, texts, visiting

DECK = cards("co cp ct cv cu cd lo lp lt lv")


def walked(scout: int, steps: int, deck: tuple[str, ...] = DECK, hand: str = "ud", **changes: Any) -> princes.State:
    """The position after seat 0 walked `steps` steps, in the middle of a turn."""
    state = position(
        owners={0: {"scout": scout, "cards": cards(hand), "prince": "TS", **changes}}, deck=deck, step=Step.STONES
    )
    return walk(state, 0, steps)


@pytest.mark.parametrize(
    ("start", "steps", "corn", "llamas"),
    [
        (0, 6, 0, 0),
        (0, 7, 3, 0),
        (6, 1, 3, 0),
        (6, 3, 3, 0),
        (7, 5, 0, 0),
        (7, 6, 0, 1),
        (12, 2, 0, 1),
        (13, 6, 0, 0),
        (5, 10, 3, 1),
    ],
)
def test_pri_9_1_granary_and_stable_pay_who_reaches_or_passes_them(
    start: int, steps: int, corn: int, llamas: int
) -> None:
    assert income(start, start + steps) == goods(corn=corn, llama=llamas)
    assert walked(start, steps).seats[0].due == goods(corn=corn, llama=llamas)


def test_pri_9_1_goods_of_the_trail_come_at_the_end_of_the_turn() -> None:
    """A llama from the stable cannot be sacrificed in the same turn."""
    owners = {0: {"scout": 10, "priests": priests(virgin=1)}}
    state = visiting("TS", owners=owners, rows=(5, 5, 4))
    assert asked(state) == (1, Decision.TURN)
    assert state.seats[0].goods == goods(llama=1)
    assert state.seats[0].due == goods()


def test_pri_9_1_every_seat_is_paid_at_the_end_of_the_turn_of_another() -> None:
    owners = {0: {"goods": goods(llama=1)}, 1: {"goods": goods(llama=1), "scout": 6}}
    state = play(visiting("MT", owners=owners), "offer none")
    assert state.seats[1].due == goods()
    state = play(state, "offer llama")
    assert state.seats[1].goods == goods(corn=3)


def test_pri_9_1_example_from_18_five_steps_lead_to_3() -> None:
    state = walked(18, 5)
    assert (state.seats[0].scout, state.decision) == (0, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert state.seats[0].scout == 3


def test_pri_9_1_example_from_12_fifteen_steps_lead_to_7() -> None:
    """A llama, a card and 3 corn: 5 priests, three llamas sacrificed for 5 steps each."""
    owners = {1: {"scout": 12, "goods": goods(llama=3), "priests": priests(puma=3)}}
    state = play(visiting("TP", owners=owners, rows=(6, 1, 4)), "sacrifice 3")
    assert asked(state) == (1, Decision.RETURN)
    state = play(state, texts(state)[0])
    assert state.seats[1].scout == 7
    assert state.seats[1].goods == goods(corn=3, llama=1)
    assert len(state.seats[1].cards) == 2


def test_pri_9_1_summit_draws_three_and_any_two_of_the_hand_go_back_in_card_order() -> None:
    state = walked(17, 3)
    assert state.seats[0].cards == cards("co cp ct ud")
    assert state.deck == DECK[3:]
    assert texts(state) == [
        "return co cp",
        "return co ct",
        "return co ud",
        "return cp ct",
        "return cp ud",
        "return ct ud",
    ]
    state = play(state, "return cp ud")
    assert state.seats[0].cards == cards("co ct")
    assert state.deck == (*DECK[3:], "cp", "ud")
    assert state.seats[0].scout == 0


@pytest.mark.parametrize("size", [1, 4, 9])
def test_pri_9_1_every_pair_is_listed_once(size: int) -> None:
    hand = cards("cl lu op ot ov pt pu tv vd")[:size]
    state = walked(19, 1, hand=" ".join(hand))
    expected = [f"return {one} {other}" for one, other in combinations(state.seats[0].cards, 2)]
    assert texts(state) == expected
    assert len(expected) == (size + 3) * (size + 2) // 2


def test_pri_9_1_two_cards_left_one_goes_back() -> None:
    state = walked(19, 2, deck=cards("co cp"))
    assert state.seats[0].cards == cards("co cp ud")
    assert texts(state) == ["return co", "return cp", "return ud"]
    with pytest.raises(IllegalAction, match=r"'return co cp': 1 must go back under the deck \(PRI 9.1\)"):
        princes.parse(state, "return co cp")
    state = play(state, "return cp")
    assert state.deck == ("cp",)
    assert state.seats[0].scout == 1


def test_pri_9_1_last_card_is_kept_and_nothing_asked() -> None:
    state = walked(19, 2, deck=("co",))
    assert state.seats[0].cards == cards("co ud")
    assert state.deck == ()
    assert (state.summit, state.seats[0].scout, state.seats[0].missing) == (None, 1, 0)


def test_pri_9_1_without_a_card_the_seat_counts_what_is_missing() -> None:
    state = walked(19, 22, deck=())
    assert (state.seats[0].missing, state.seats[0].scout) == (2, 1)
    assert state.seats[0].cards == ("ud",)


def test_pri_9_1_one_draw_for_each_passage_of_the_summit() -> None:
    state = walked(18, 27)
    assert asked(state) == (0, Decision.RETURN)
    assert state.summit is not None
    assert (state.summit.returns, state.summit.steps) == (2, 25)
    state = play(state, "return co cp")
    assert asked(state) == (0, Decision.RETURN)
    assert state.seats[0].cards == cards("ct cv cu cd ud")
    state = play(state, "return ct cv")
    assert state.seats[0].scout == 5
    assert len(state.seats[0].cards) == 3
    assert len(state.deck) == len(DECK) - 2


def test_pri_9_1_each_lap_pays_all_three_again() -> None:
    state = play(walked(0, 39), "return co cp")
    assert state.seats[0].goods == goods(corn=6, llama=2)


def test_pri_9_1_deck_shrinks_by_one_at_every_summit() -> None:
    deck, sizes = DECK, []
    for _ in DECK:
        state = walked(19, 1, deck=deck)
        while state.decision is Decision.RETURN:
            state = play(state, texts(state)[0])
        deck = state.deck
        sizes.append(len(deck))
    assert sizes == list(range(len(DECK) - 1, -1, -1))


def test_pri_9_1_scouts_do_not_block_each_other() -> None:
    state = visiting("TS", owners={0: {"scout": 1}, 1: {"scout": 4}})
    assert [seat.scout for seat in state.seats] == [4, 4]


def test_pri_10_other_seats_decide_on_their_cards_at_once() -> None:
    owners = {0: {"goods": goods(llama=1)}, 1: {"goods": goods(llama=1), "scout": 18}}
    state = play(visiting("MT", owners=owners), "offer llama", "offer llama")
    assert asked(state) == (1, Decision.RETURN)
    assert state.active == 0


def test_pri_9_1_only_own_cards_go_back() -> None:
    state = walked(19, 1)
    with pytest.raises(IllegalAction, match=r"'return cp vu': you have no card vu \(PRI 9.1\)"):
        princes.parse(state, "return cp vu")
    with pytest.raises(IllegalAction, match=r"'go LP': now you must put sacrifice cards from your hand back"):
        princes.parse(state, "go LP")

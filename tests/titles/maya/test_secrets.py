"""What a seat may know (MAY 5 and 6)."""

from __future__ import annotations

from random import Random

import pytest

from games.titles.maya import rules as maya

from .positions import BOTH_DONE, DECK, TOWERS, building, duel, play, table


@pytest.mark.parametrize("seats", [3, 4])
def test_may_5_task_cards_are_secret(seats: int) -> None:
    state = table(seats)
    for seat in range(seats):
        own = maya.view(state, seat).tasks
        assert [owner for owner, cards in enumerate(own) if cards is not None] == [seat]
    assert maya.view(state, None).tasks == (None,) * seats
    assert maya.view(state, None).centre_card == "t"


def test_may_5_task_cards_are_open_at_the_end() -> None:
    state = play(table(3, BOTH_DONE), "end")
    assert maya.view(state, None).tasks == ("ro", "yg", "bp")


def test_may_6_partners_do_not_know_the_cards_of_each_other() -> None:
    assert maya.view(table(4), 0).tasks == ("ro", None, None, None)


def test_may_4_nothing_is_hidden_in_a_duel() -> None:
    state = duel()
    for seat in (None, 0, 1):
        view = maya.view(state, seat)
        assert maya.determinize(view, Random(1)) == state
        assert (view.tasks, view.centre_card) == ((), None)
        assert view.ladders_left == (15, 15)
        assert view.priests_left == (5, 5)


def test_may_5_every_unseen_card_may_be_anywhere() -> None:
    state = table(3)
    imagined = [maya.view(maya.determinize(maya.view(state, 1), Random(seed)), None) for seed in range(5)]
    assert imagined == [maya.view(state, None)] * 5
    decks = [maya.determinize(maya.view(state, 1), Random(seed)).deck for seed in range(80)]
    assert {deck[1] for deck in decks} == set("robpkn")
    assert {deck[3:5] for deck in decks} == {"yg"}


def test_deal_is_shown_without_the_task_cards_until_the_end() -> None:
    dealt = maya.Deal(3, TOWERS, DECK)
    state = maya.start(dealt)
    assert maya.shown_deal(dealt, state, 0) == f"towers={'/'.join(TOWERS)};deck=?"
    assert maya.shown_deal(dealt, play(table(3, BOTH_DONE), "end"), 0) == maya.deal_text(dealt)
    built = maya.Deal(3, (), DECK)
    assert maya.shown_deal(built, building(3), None) == "deck=?"
    assert maya.shown_deal(maya.Deal(2, (), ""), building(2), None) == ""
    assert maya.shown_deal(maya.Deal(2, TOWERS, ""), duel(), None) == f"towers={'/'.join(TOWERS)}"


def test_only_the_end_and_the_dealing_reveal_anything() -> None:
    state = table(3, BOTH_DONE)
    revealing = {str(action) for action in maya.legal_actions(state) if maya.reveals(state, action)}
    assert revealing == {str(action) for action in maya.legal_actions(state) if str(action).endswith("end")}
    state = duel()
    assert not any(maya.reveals(state, action) for action in maya.legal_actions(state))

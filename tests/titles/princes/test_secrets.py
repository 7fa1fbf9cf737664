"""PRI 3 and 9.1: what is open, what is hidden, and what cannot be undone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.titles.princes import rules as princes
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.state import Decision, Step

from .positions import cards, goods, play, position, priests, texts, visiting

VIEWERS = [None, 0, 1, 2]


def on_the_summit() -> princes.State:
    """Seat 0 has drawn three cards and must put two back."""
    return visiting("TS", 3, {0: {"scout": 18}})


@pytest.mark.parametrize("viewer", VIEWERS)
def test_pri_3_card_faces_are_secret_and_their_number_is_open(viewer: int | None) -> None:
    state = on_the_summit()
    view = princes.view(state, viewer)
    for index, (seat, seen) in enumerate(zip(state.seats, view.seats, strict=True)):
        assert seen.hand_size == len(seat.cards)
        assert seen.cards == (seat.cards if index == viewer else None)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_pri_3_goods_incas_and_priests_are_open(viewer: int | None) -> None:
    owner = {"goods": goods(corn=7, coca=2), "priests": priests(puma=1), "sundial": 2, "tiles": ("3",), "turns": 4}
    state = position(3, {1: owner}, rows=(6, 4, 4))
    seen = princes.view(state, viewer).seats[1]
    assert (seen.goods, seen.priests, seen.sundial, seen.tiles, seen.turns) == tuple(owner.values())
    assert (seen.supply, seen.scout, seen.prince, seen.missing) == (10, 2, "SD", 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_deck_is_hidden_but_its_size(viewer: int | None) -> None:
    state = position(3)
    view = princes.view(state, viewer)
    assert view.deck == (None,) * 25
    assert princes.view(replace(state, deck=state.deck[::-1]), viewer) == view


@pytest.mark.parametrize("viewer", VIEWERS)
def test_pri_9_1_seat_knows_what_it_has_put_under_the_deck(viewer: int | None) -> None:
    state = play(on_the_summit(), "return cl cv")
    view = princes.view(state, viewer)
    known = ("cl", "cv") if viewer == 0 else (None, None)
    assert view.deck == (None,) * (len(state.deck) - 2) + known
    assert view.returned == (0, 0)


def test_pri_9_1_cards_put_back_come_up_again_and_are_forgotten() -> None:
    """Seat 0 has put back vd and ud; another seat draws up to there."""
    owners = {1: {"scout": 19}}
    state = position(2, owners, active=1, deck=cards("cu cd lo vd ud"), returned=(0, 0))
    assert princes.view(state, 0).deck == (None, None, None, "vd", "ud")
    state = play(state, "go MT", "return cu cd")
    assert state.returned == (0, 0, 1, 1)
    assert princes.view(state, 0).deck == ("vd", "ud", None, None)
    assert princes.view(state, 1).deck == (None, None, "cu", "cd")
    state = play(
        replace(state, active=1, asked=1, seats=(state.seats[0], replace(state.seats[1], scout=19, prince="CP"))),
        "go RP",
    )
    assert state.returned == (0, 0, 1, 1)


def test_returned_cards_that_are_drawn_leave_the_memory() -> None:
    state = position(2, {1: {"scout": 19}}, active=1, deck=cards("vd ud cu cd"), returned=(0, 0, 1, 1))
    state = play(state, "go MT")
    assert state.deck == ("cd",)
    assert state.returned == (1,)


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_other_seats_cannot_tell_what_was_put_back(viewer: int | None) -> None:
    state = on_the_summit()
    assert len({princes.view(play(state, text), viewer) for text in texts(state)}) == 1


def test_everything_is_open_at_the_end_the_deck_too() -> None:
    state = position(3, {0: {"prince": "HP", "goods": goods(coca=1, pottery=2, cloth=1)}}, rows=(1, 0, 0))
    state = play(replace(state, seats=(replace(state.seats[0], prince="CP"), *state.seats[1:])), "go HV", "take virgin")
    for viewer in VIEWERS:
        view = princes.view(state, viewer)
        assert view.over
        assert [seat.cards for seat in view.seats] == [("cl",), ("co",), ("cp",)]
        assert view.deck == state.deck
        assert (view.to_move, view.decision) == (None, None)
    assert princes.determinize(princes.view(state, None), Random(1)) == state


def test_open_view_shows_a_match_that_was_given_up() -> None:
    state = on_the_summit()
    view = princes.open_view(state)
    assert [seat.cards for seat in view.seats] == [seat.cards for seat in state.seats]
    assert (view.seat, view.deck, view.over) == (None, state.deck, False)


def test_view_tells_what_is_going_on() -> None:
    view = princes.view(on_the_summit(), 2)
    assert (view.to_move, view.active, view.decision, view.step, view.place) == (
        0,
        0,
        Decision.RETURN,
        Step.STONES,
        "TS",
    )
    assert view.summit is not None
    assert (view.summit.returns, view.summit.steps) == (2, 1)
    market = princes.view(play(visiting("CP", owners={0: {"goods": goods(coca=1)}}), "sell coca"), 1)
    assert market.trade is not None
    assert (market.trade.may_adjust, market.trade.sold) == (False, (False, True, False, False))


# Texts


def test_cards_put_back_read_as_hidden_to_others_until_the_end() -> None:
    before = on_the_summit()
    action = princes.parse(before, "return cl cv")
    now = princes.apply(before, action)
    assert [princes.shown(before, action, now, viewer) for viewer in VIEWERS] == [
        "return ? ?",
        "return cl cv",
        "return ? ?",
        "return ? ?",
    ]
    final = replace(now, step=Step.OVER)
    assert {princes.shown(before, action, final, viewer) for viewer in VIEWERS} == {"return cl cv"}


def test_single_card_put_back_reads_as_one_question_mark() -> None:
    before = visiting("TS", owners={0: {"scout": 18}}, deck=cards("cu cd"))
    action = princes.parse(before, "return cd")
    assert princes.shown(before, action, princes.apply(before, action), 1) == "return ?"


def test_other_actions_read_alike_to_all_seats() -> None:
    before = position(3)
    action = princes.parse(before, "moon coca")
    assert {princes.shown(before, action, princes.apply(before, action), viewer) for viewer in VIEWERS} == {"moon coca"}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_deal_shows_each_seat_its_first_card_only(viewer: int | None) -> None:
    deal = princes.Deal(3, False, CARDS)
    words = ["?"] * 28
    if viewer is not None:
        words[viewer] = CARDS[viewer]
    assert princes.shown_deal(deal, on_the_summit(), viewer) == f"deck={' '.join(words)}"
    final = replace(on_the_summit(), step=Step.OVER)
    assert princes.shown_deal(deal, final, viewer) == princes.deal_text(deal)


# Undo


def test_walk_over_the_summit_reveals() -> None:
    state = position(owners={0: {"scout": 18, "prince": "CP"}})
    assert princes.reveals(state, princes.parse(state, "go MT"))
    assert not princes.reveals(state, princes.parse(state, "go LP"))


def test_putting_cards_back_reveals_only_when_the_next_ones_are_drawn() -> None:
    state = on_the_summit()
    assert not any(princes.reveals(state, action) for action in princes.legal_actions(state))
    far = replace(state, summit=replace(state.summit, steps=20))
    assert all(princes.reveals(far, action) for action in princes.legal_actions(far))


def test_two_cards_left_and_the_summit_twice_reveals_too() -> None:
    """One card goes back and the same one is drawn again: the deck is as small as before."""
    state = visiting("TS", owners={0: {"scout": 18}}, deck=cards("cu cd"))
    far = replace(state, summit=replace(state.summit, steps=20))
    action = princes.parse(far, "return cd")
    assert princes.apply(far, action).deck == ()
    assert princes.reveals(far, action)


def test_end_of_the_game_reveals() -> None:
    state = visiting("HV", owners={0: {"goods": goods(coca=1, pottery=2, cloth=1)}}, rows=(1, 0, 0))
    assert princes.reveals(state, princes.parse(state, "take virgin"))
    assert not princes.reveals(state, princes.parse(state, "take none"))


# Imagined positions


def test_imagined_hands_and_deck_are_all_the_unseen_cards() -> None:
    state = play(on_the_summit(), "return cl cv")
    view = princes.view(state, 0)
    hands = set()
    for seed in range(50):
        imagined = princes.determinize(view, Random(seed))
        assert imagined.seats[0].cards == state.seats[0].cards
        assert imagined.deck[-2:] == ("cl", "cv")
        everything = [card for seat in imagined.seats for card in seat.cards] + list(imagined.deck)
        assert sorted(everything) == sorted(CARDS)
        hands.add(imagined.seats[1].cards)
    assert len(hands) > 10

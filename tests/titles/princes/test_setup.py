"""PRI 2: the deal, the first position, the first Incas."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.contract import BadDeal, IllegalAction
from games.titles.princes import rules as princes
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.state import Decision

from .positions import goods, incas, owned, play, priests, stones, texts

DECK = " ".join(CARDS)


def started(seats: int, is_beginner: bool = False) -> princes.State:
    return princes.start(princes.Deal(seats, is_beginner, CARDS))


@pytest.mark.parametrize("seats", princes.SEATS)
def test_pri_1_parts_for_all_players_to_share(seats: int) -> None:
    """The sun tile and the bank's goods need no counters: the state says who has the tile, and goods never run out."""
    state = started(seats)
    assert len(set(CARDS)) == len(CARDS) == 28
    assert state.rows == priests(virgin=6, puma=5, condor=4)
    assert sorted(state.tiles) == sorted(("2", "3", "corn", "llama", "coca", "pottery", "cloth"))
    assert state.stones == stones(TC=1, TP=1, TS=1, MT=1)
    assert state.sun is None


@pytest.mark.parametrize(("seats", "day", "supply"), [(2, 1, 12), (3, 2, 10), (4, 3, 9), (5, 3, 8)])
def test_pri_2_first_day_and_incas_depend_on_the_number_of_players(seats: int, day: int, supply: int) -> None:
    state = started(seats)
    assert state.day == day
    assert owned(state, "supply") == [supply] * seats


@pytest.mark.parametrize("seats", princes.SEATS)
def test_pri_2_1_board_at_the_start(seats: int) -> None:
    state = started(seats)
    assert state.bonuses == (1, 1, 1, 1, 1)
    assert state.stones == (1, 1, 1, 1)
    assert state.market == (2, 2, 2, 2)
    assert state.rows == (6, 5, 4)
    assert state.tiles == ("2", "3", "corn", "llama", "coca", "pottery", "cloth")
    assert state.sun is None


@pytest.mark.parametrize("seats", princes.SEATS)
def test_pri_2_2_all_players_have_goods_and_one_card(seats: int) -> None:
    state = started(seats)
    assert owned(state, "goods") == [goods(corn=3, llama=1, coca=1, pottery=1, cloth=1)] * seats
    assert owned(state, "cards") == [(card,) for card in CARDS[:seats]]
    assert state.deck == CARDS[seats:]


@pytest.mark.parametrize("seats", princes.SEATS)
def test_pri_2_3_scouts_stand_on_the_fields_from_1(seats: int) -> None:
    assert owned(started(seats), "scout") == list(range(1, seats + 1))


def test_pri_2_4_all_players_settle_clockwise_free_of_charge() -> None:
    state = started(3)
    for seat, district in enumerate(("CO", "CT", "CO")):
        assert princes.to_move(state) == seat
        assert texts(state) == ["settle CT", "settle LP", "settle CO", "settle PQ", "settle WQ"]
        state = play(state, f"settle {district}")
    assert owned(state, "incas") == [incas(CO=1), incas(CT=1), incas(CO=1)]
    assert owned(state, "supply") == [9, 9, 9]
    assert owned(state, "goods") == [goods(corn=3, llama=1, coca=1, pottery=1, cloth=1)] * 3
    assert (princes.to_move(state), state.decision) == (0, Decision.TURN)


def test_pri_2_5_first_turn_begins_in_any_district() -> None:
    state = play(started(2), "settle CT", "settle CT")
    districts = ["CT", "LP", "CO", "PQ", "WQ", "TC", "TP", "TS", "MT", "WH", "RP", "HP", "HV", "CP", "SD"]
    assert texts(state) == [f"go {district}" for district in districts]
    state = play(state, "go TP")
    assert princes.to_move(state) == 1
    assert texts(state) == [f"go {district}" for district in districts]
    with pytest.raises(IllegalAction, match=r"'moon 2': on the first turn your prince goes to any district"):
        princes.parse(state, "moon 2")
    with pytest.raises(IllegalAction, match=r"'jump CT': on the first turn"):
        princes.parse(state, "jump CT")


def test_pri_2_5_first_turn_carries_out_the_action() -> None:
    state = play(started(2), "settle CT", "settle CT", "go CT")
    assert owned(state, "goods")[0][0] == 3 + 3 + 3
    assert owned(state, "goods")[1][0] == 3 + 3


@pytest.mark.parametrize(("seats", "day"), [(2, 3), (3, 4), (4, 5), (5, 5)])
def test_pri_2_6_beginners_play_two_days_less(seats: int, day: int) -> None:
    assert started(seats, is_beginner=True).day == day


def test_pri_2_6_beginners_settle_in_different_districts() -> None:
    state = play(started(5, is_beginner=True), "settle LP", "settle WQ")
    assert texts(state) == ["settle CT", "settle CO", "settle PQ"]
    with pytest.raises(
        IllegalAction, match=r"'settle LP': in the game for beginners, no two first Incas share a district"
    ):
        princes.parse(state, "settle LP")
    state = play(state, "settle CT", "settle CO")
    assert texts(state) == ["settle PQ"]
    assert play(state, "settle PQ").decision is Decision.TURN


# The deal


def test_pri_2_deal_is_every_card_once() -> None:
    deal = princes.deal(4, {}, Random(1))
    assert sorted(deal.deck) == sorted(CARDS)
    assert princes.deal(4, {"start": "beginner"}, Random(1)) == princes.Deal(4, True, deal.deck)
    assert princes.deal(4, {"start": "printed"}, Random(1)) == deal


def test_deal_text_names_the_cards_in_order() -> None:
    assert princes.deal_text(princes.Deal(2, False, CARDS)) == f"deck={DECK}"
    assert princes.parse_deal(2, {}, f"deck={DECK}") == princes.Deal(2, False, CARDS)
    assert princes.parse_deal(3, {"start": "beginner"}, f"deck={DECK}") == princes.Deal(3, True, CARDS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a deal of princes reads deck=cl co …"),
        (DECK, "a deal of princes reads"),
        (f"cards={DECK}", "a deal of princes reads"),
        ("deck=", "there is no card ''"),
        (f"deck={DECK} ", "there is no card ''"),
        (f"deck={DECK.replace(' ', '  ', 1)}", "there is no card ''"),
        (f"deck={DECK.removesuffix(' ud')}", "the deck must hold ud once, not 0 times"),
        (f"deck={DECK} cl", "the deck must hold cl once, not 2 times"),
        (f"deck={DECK.replace('cl', 'lc')}", "there is no card 'lc'; a card is two letters of cloptvud"),
        (f"deck={DECK.replace('cl', 'cc')}", "there is no card 'cc'"),
        (f"deck={DECK.replace('cl', '?')}", "a deal with [?] is for reading"),
        (f"deck={DECK};start=beginner", "there is no card 'ud;start=b'"),
    ],
)
def test_text_that_is_no_deal_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=f"^{reason}"):
        princes.parse_deal(2, {}, text)

"""RAP 1 and 2: what is in the box, and the first position."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engine.contract import BadDeal
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules import data

from .positions import DECK, table

DEAL = rapa_nui.Deal("yb", "LLgLgMLMMfPPPLLPgsfLgbPLLfMLbsPsMMbMLPffbLMPgbMPss")


def test_rap_1_deck_has_fifty_cards() -> None:
    counts = {"M": 9, "P": 9, "L": 12, "f": 5, "b": 5, "s": 5, "g": 5}
    assert Counter(data.DECK) == counts
    assert Counter(rapa_nui.deal(2, {}, Random(1)).deck) == counts


def test_rap_1_1_each_colour_lacks_another_type() -> None:
    assert data.START_HUNTERS == {"y": "bsg", "b": "fsg", "r": "fbg", "v": "fbs"}


def test_rap_1_1_colours_are_dealt_at_random_and_differ() -> None:
    deals = {rapa_nui.deal(2, {}, Random(seed)).colors for seed in range(200)}
    assert deals == {first + second for first in "ybrv" for second in "ybrv" if first != second}


def test_rap_2_lumberjack_on_the_table_and_three_hunters_in_hand() -> None:
    state = rapa_nui.start(DEAL)
    assert [seat.table for seat in state.seats] == [table(lumberjack=1)] * 2
    assert [seat.hand for seat in state.seats] == ["bsg", "fsg"]


def test_rap_2_sixteen_cards_lie_in_four_columns_the_last_dealt_in_front() -> None:
    state = rapa_nui.start(DEAL)
    assert state.columns == ("LLgL", "gMLM", "MfPP", "PLLP")
    assert state.deck == DEAL.deck[16:]
    assert rapa_nui.apply(state, rapa_nui.parse(state, "play grain")).columns == state.columns


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rap_2_each_seat_takes_a_sacrifice_card_of_each_type(seats: int) -> None:
    state = rapa_nui.start(rapa_nui.deal(seats, {}, Random(1)))
    assert [seat.sacrifices for seat in state.seats] == [(1, 1, 1, 1)] * seats
    assert state.supply == (25 - seats,) * 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rap_2_wood_grows_from_seat_to_seat(seats: int) -> None:
    state = rapa_nui.start(rapa_nui.deal(seats, {}, Random(1)))
    assert [seat.wood for seat in state.seats] == [2, 3, 4, 5][:seats]
    assert [seat.glory for seat in state.seats] == [0] * seats


def test_rap_2_first_seat_begins_and_nothing_is_on_the_stone() -> None:
    state = rapa_nui.start(DEAL)
    assert rapa_nui.to_move(state) == state.active == 0
    assert state.stone == (0, 0, 0, 0)
    assert state.discarded == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "reads colors="),
        (f"colors=yb;deck={DECK};", "reads colors="),
        (f"colors=yb;deck={DECK};deck={DECK}", "reads colors="),
        (f"deck={DECK};colors=yb", "reads colors="),
        (f"Colors=yb;deck={DECK}", "reads colors="),
        (f"colors=yb;deck={DECK[1:]}", "must hold 9 M"),
        (f"colors=yb;deck={DECK}g", "must hold 5 g"),
        (f"colors=yb;deck={DECK.replace('f', 'b')}", "must hold 5 f"),
        (f"colors=yb;deck={DECK} ", "no card ' '"),
        (f"colors=yb;deck={DECK.lower()}", "no card"),
        (f"colors=y;deck={DECK}", "2 different letters"),
        (f"colors=yy;deck={DECK}", "2 different letters"),
        (f"colors=ybr;deck={DECK}", "2 different letters"),
        (f"colors=yf;deck={DECK}", "2 different letters"),
        ("colors=yb;deck=MMMM" + "?" * 46, "for reading"),
    ],
)
def test_rap_2_deal_text_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        rapa_nui.parse_deal(2, {}, text)


def test_facts_name_their_status_and_source() -> None:
    assert data.FACTS["playing.wood_for_a_moai"].value == 7
    for fact in data.FACTS.values():
        assert fact.status in ("certain", "likely", "reconstructed")
        assert fact.source
    reconstructed = {name for name, fact in data.FACTS.items() if fact.status == "reconstructed"}
    assert reconstructed == {f"start_set.{name}_lacks" for name in ("yellow_green", "light_blue", "red", "violet")}

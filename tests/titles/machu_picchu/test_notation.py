"""Deals and refusals in words (the notation page)."""

from __future__ import annotations

import pytest

from games.engine.contract import BadDeal, IllegalAction
from games.titles.machu_picchu import rules as machu_picchu

from .positions import deal, occupied_start, play, position, revealed

DECK = " ".join(map(str, range(1, 51)))
SKY = "S1 S2 S3 S4 M1 M2 M3"


def test_deal_is_written_as_the_notation_page_says() -> None:
    assert machu_picchu.deal_text(deal()) == f"priests=42 31;sky={SKY};deck={DECK}"


@pytest.mark.parametrize("moons", ["M1 M2 M4", "M4 M3 M2"])
def test_any_three_moons_are_a_sky_for_two(moons: str) -> None:
    text = f"priests=31 42;sky=S4 S3 S2 S1 {moons};deck={DECK}"
    assert machu_picchu.deal_text(machu_picchu.parse_deal(2, {}, text)) == text


@pytest.mark.parametrize(
    ("seats", "text", "reason"),
    [
        (2, "", "reads priests="),
        (2, f"sky={SKY};priests=42 31;deck={DECK}", "reads priests="),
        (2, f"priests=42 31;sky={SKY};deck={DECK};sky={SKY}", "reads priests="),
        (2, f"priests=42 31;sky={SKY};deck={DECK} ", "no direction card ''"),
        (2, f"priests=42  31;sky={SKY};deck={DECK}", "priests must be 42 31"),
        (2, f"priests=24 31;sky={SKY};deck={DECK}", "priests must be 42 31"),
        (2, f"priests=42 42;sky={SKY};deck={DECK}", "priests must be 42 31"),
        (3, f"priests=42 31;sky={SKY} M4;deck={DECK}", "priests must be 42 43 32"),
        (3, f"priests=42 43 32;sky={SKY};deck={DECK}", "and 4 of M1"),
        (2, f"priests=42 31;sky={SKY} M4;deck={DECK}", "and 3 of M1"),
        (2, f"priests=42 31;sky=S1 S2 S3 M4 M1 M2 M3;deck={DECK}", "and 3 of M1"),
        (2, f"priests=42 31;sky=S1 S2 S3 S4 M1 M2 M2;deck={DECK}", "and 3 of M1"),
        (2, f"priests=42 31;sky=S1 S2 S3 S4 M1 M2 printed;deck={DECK}", "no sun/moon card 'printed'"),
        (2, f"priests=42 31;sky={SKY};deck={DECK[2:]}", "numbers 1 to 50 once each"),
        (2, f"priests=42 31;sky={SKY};deck=2{DECK[1:]}", "numbers 1 to 50 once each"),
        (2, f"priests=42 31;sky={SKY};deck=0{DECK}", "no direction card '01'"),
        (2, f"priests=42 31;sky={SKY};deck={DECK.replace('50', '51')}", "no direction card '51'"),
        (2, f"priests=42 ?;sky={SKY};deck={DECK}", "nothing can be dealt"),
        (2, f"priests=42 31;sky={SKY};deck=? {DECK}", "nothing can be dealt"),
    ],
)
def test_what_is_no_deal_is_refused(seats: int, text: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        machu_picchu.parse_deal(seats, {}, text)


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (position(), "lay 1 N", "you do not hold card 1"),
        (play(position(), "lay 5 N"), "lay 1 N", "there is already a card on the stair N"),
        (position(), "order 4-1", "now you must lay a card"),
        (position(), "lay 51 N", "this is not an action of Machu Picchu; now you must lay a card"),
        (revealed(1, 2, 3, 4), "lay 5 N", "now the start player chooses the order"),
        (occupied_start(), "place 3 b1", "priest 4 comes back next"),
        (occupied_start(), "place 4 c3", "c3 is not beside the start field of priest 4"),
        (occupied_start(), "order 4-1", "now the start player puts a priest back"),
        (play(revealed(1, 2, 3, 4, depots={1: (1, 2, 3, 4, 5)}), "order 4-1"), "order 4-1", "the game is over"),
    ],
)
def test_refusal_names_the_rule(state: machu_picchu.State, text: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=f"^'{text}': {reason}"):
        machu_picchu.parse(state, text)


def test_refusal_of_an_occupied_field() -> None:
    state = play(revealed(1, 40, 50, 2, fields={4: "c1", 3: "c2", 2: "a1", 1: "b2"}), "order 1-4")
    with pytest.raises(IllegalAction, match="a priest stands on b3"):
        machu_picchu.parse(state, "place 4 b3")


def test_diagram_shows_the_precinct() -> None:
    state = play(position(3, "S3", fields={4: "c3"}, depots={4: (1, -3)}), "lay 6 S", "lay 9 E")
    lines = machu_picchu.diagram(machu_picchu.view(state, 2)).splitlines()
    assert lines[:7] == [
        "round     2 of 9   sun (S3)   used S3",
        "          a b c d e",
        "        1 * . . . *",
        "        2 . o * 3 .",
        "        3 . * 4 * .",
        "        4 . 1 * 2 .",
        "        5 * . . . *",
    ]
    assert "stairs    N -  E 9 (seat 2, hidden)  S 6 (seat 1)  W -" in lines
    assert "priest 4  c3  stones 1 -3  value -2" in lines
    assert "seat 0 >  priests ??  hand ????" in lines
    assert lines[-1] == "decision  seat 0: lay"

"""Deals and refusals in words (the notation page)."""

from __future__ import annotations

import pytest

from games.engine.contract import BadDeal, IllegalAction
from games.titles.maya import rules as maya

from .positions import DECK, FINISHED, TOWERS, building, duel, play, table

WORDS = "/".join(TOWERS)
BUILD = {"setup": "build"}


@pytest.mark.parametrize(
    ("seats", "options", "text"),
    [
        (2, {}, f"towers={WORDS}"),
        (2, BUILD, ""),
        (3, {}, f"towers={WORDS};deck={DECK}"),
        (3, {"setup": "random"}, f"towers={WORDS};deck={DECK}"),
        (4, BUILD, f"deck={DECK}"),
    ],
)
def test_deal_is_written_as_the_notation_page_says(seats: int, options: dict[str, str], text: str) -> None:
    assert maya.deal_text(maya.parse_deal(seats, options, text)) == text


@pytest.mark.parametrize(
    ("seats", "options", "text", "reason"),
    [
        (2, {}, "", "reads towers=…$"),
        (2, BUILD, f"towers={WORDS}", "reads nothing"),
        (2, {}, f"towers={WORDS};deck={DECK}", "reads towers=…$"),
        (3, {}, f"towers={WORDS}", "reads towers=…;deck=…"),
        (3, {}, f"deck={DECK};towers={WORDS}", "reads towers=…;deck=…"),
        (3, {}, f"towers={WORDS};deck={DECK};deck={DECK}", "reads towers=…;deck=…"),
        (3, BUILD, f"towers={WORDS};deck={DECK}", "reads deck=…"),
        (3, {}, f"towers={WORDS};deck=?", "nothing can be dealt"),
        (3, {}, f"towers={WORDS};deck={DECK[1:]}", "each of roygtbpkn once"),
        (3, {}, f"towers={WORDS};deck=r{DECK[:-1]}", "each of roygtbpkn once"),
        (2, {}, f"towers={WORDS}/", "9 words of 5 letters"),
        (2, {}, f"towers={WORDS[:-1]}", "9 words of 5 letters"),
        (2, {}, f"towers={WORDS.replace('roygt', 'roygx')}", "level 5 must have each of roygtbpkn once"),
        (2, {}, f"towers={WORDS.replace('roygt', 'royyt')}", "level 4 must have each"),
        (2, {}, "towers=" + "/".join(("rrygt", "ooytb", *TOWERS[2:])), "level 2 must have"),
        (2, {}, "towers=" + "/".join(color * 5 for color in DECK), "tower 1 must have 5 different colours"),
    ],
)
def test_what_is_no_deal_is_refused(seats: int, options: dict[str, str], text: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        maya.parse_deal(seats, options, text)


ALMOST = ("r1", "o2", "y3", "g4", "t5", "b6", "p7", "k8", "n9", "g3", "t4", "b5", "p6", "k7", "n8", "r9")


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (building(2, "r1"), "place r 2", "the red piece of this level has already been placed"),
        (building(2, "r1"), "place o 1", "tower 1 already has a piece on this level"),
        (building(2, *ALMOST[:9]), "place r 1", "tower 1 already has a red piece"),
        (building(2, *ALMOST), "place y 1", "with yellow on tower 1, the rest of this level could not be filled"),
        (building(2), "swap 1-2@3", "now you must place a piece"),
        (maya.start(maya.Deal(2, TOWERS, "")), "swap 1-2@3", "now you must place the monolith and the raven"),
        (duel(), "monolith 1-2@3", "now you must swap two neighbouring towers"),
        (duel(), "swap 1-5@3", "this is not an action of Maya; now you must swap two neighbouring towers"),
        (duel(), "swap 2-1@3", "this is not an action of Maya"),
        (duel(), "swap 1-2@1", "this is not an action of Maya"),
        (duel(), "swap 7-8@3", "tower 8 stands beside the monolith"),
        (duel(), "swap 1-2@2", "the raven is on level 2"),
        (duel({2: "oygtt"}), "swap 1-2@5", "this would cut what is connected in tower 2"),
        (duel(), "swap 1-2@3 end", "in a duel nobody announces the end"),
        (duel(), "end", "in a duel nobody announces the end"),
        (table(), "end", "to announce the end, one of your task towers and the centre tower must be finished"),
        (table(), "swap 1-2@3 end", "to announce the end, one of your task towers and the centre tower must be"),
        (duel(towers=FINISHED), "swap 1-2@3", "the game is over"),
    ],
)
def test_refusal_names_the_rule(state: maya.State, text: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=f"^'{text}': {reason}"):
        maya.parse(state, text)


def test_diagram_of_a_duel() -> None:
    state = play(duel({1: "rrrro", 2: "oooor"}), "swap 1-2@5")
    lines = maya.diagram(maya.view(state, None)).splitlines()
    assert lines[:6] == [
        "  r         o         p",
        "  r         o         b",
        "  r         o         t",
        "  r         o         g",
        "  r         o         y",
        "  1^ W+W    2^ W+W    3",
    ]
    assert "monolith  between 1 and 2, raven on 5" in lines
    assert "swaps     1, 0 without a connection, position 1 times" in lines
    assert "seat 0   White  ladders 13  priests 3" in lines
    assert "seat 1 > Black  ladders 15  priests 5" in lines
    assert lines[-1] == "decision  seat 1: swap"


def test_diagram_of_three_seats_hides_the_tasks_of_the_others() -> None:
    lines = maya.diagram(maya.view(table(), 1)).splitlines()
    assert lines[-5:] == [
        "centre    t",
        "seat 0 > tasks ??",
        "seat 1   tasks yg",
        "seat 2   tasks ??",
        "decision  seat 0: swap",
    ]


def test_diagram_of_towers_being_built() -> None:
    lines = maya.diagram(maya.view(building(3, "r1", "o5"), 1)).splitlines()
    assert lines[4] == "  r         .         ."
    assert lines[11] == "  .         o         ."
    assert "monolith  aside" in lines

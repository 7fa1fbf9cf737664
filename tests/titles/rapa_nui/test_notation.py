"""The texts of actions, and the diagram."""

from __future__ import annotations

import pytest

from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Add, Buy, Discard, Draw, Good, Income, Offer, Play, Take

from .positions import play, position


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Buy("f"), "buy fish"),
        (Play("L"), "play lumberjack"),
        (Play("P"), "play priest"),
        (Play("M"), "play moai"),
        (Play("f"), "play fish"),
        (Play("f", 2), "play fish x2"),
        (Play("b", 3), "play mulberry x3"),
        (Discard(), "discard moai"),
        (Offer("s"), "offer potato"),
        (Add("g"), "add grain"),
        (Draw(4), "draw 4"),
        (Income(Good.GLORY), "glory"),
        (Income(Good.WOOD), "wood"),
        (Take("b"), "take mulberry"),
    ],
)
def test_action_text(action: rapa_nui.Action, text: str) -> None:
    assert str(action) == text


def test_diagram_shows_what_the_viewer_knows() -> None:
    state = play(position(seats={0: {"hand": "MLP", "wood": 9}}), "play moai", "offer fish", "offer grain")
    assert rapa_nui.diagram(rapa_nui.view(state, 1)).splitlines() == [
        "columns   1 PPPP  2 LLLL  3 MMMM  4 ffff",
        "deck      34",
        "supply    f23 b23 s23 g23",
        "stone     f1 b0 s0 g0   face down 1   values f3 b2 s2 g2",
        "seat 0 >* y  wood 2  glory 0  hand ??  table ML  sacrifice cards 3 (?)  face down 1 (?)",
        "seat 1    b  wood 3  glory 0  hand fsg  table L  sacrifice cards 3 (f0 b1 s1 g1)  face down 0 (f0 b0 s0 g0)",
        "decision  seat 0: add",
    ]

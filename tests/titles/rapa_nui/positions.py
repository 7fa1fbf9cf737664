"""Positions to test the rules with: any first position with some facts changed, and actions by their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.state import Step

DECK = "MMMMMMMMMPPPPPPPPPLLLLLLLLLLLLfffffbbbbbsssssggggg"
COLUMNS = ("PPPP", "LLLL", "MMMM", "ffff")
"""The front cards are a priest, a lumberjack, a Moai and a fish hunter."""


def table(**counts: int) -> tuple[int, ...]:
    """The seven counts of a table: table(moai=1, fish=2)."""
    names = ("moai", "priest", "lumberjack", "fish", "mulberry", "potato", "grain")
    assert set(counts) <= set(names)
    return tuple(counts.get(name, 0) for name in names)


def position(
    colors: str = "yb", seats: Mapping[int, Mapping[str, Any]] | None = None, **changes: Any
) -> rapa_nui.State:
    """The first position with changes: position("ybr", {1: {"wood": 9}}, active=1, supply=(0, 5, 5, 5))."""
    state = rapa_nui.start(rapa_nui.Deal(colors, DECK))
    changed = tuple(replace(seat, **(seats or {}).get(index, {})) for index, seat in enumerate(state.seats))
    changes = {"columns": COLUMNS, "asked": changes.get("active", 0)} | changes
    return replace(state, seats=changed, **changes)


def drawing(colors: str = "yb", seats: Mapping[int, Mapping[str, Any]] | None = None, **changes: Any) -> rapa_nui.State:
    """A position in which the active seat draws one card: its hand holds two."""
    active = changes.get("active", 0)
    owners = {active: {"hand": "LP"}} | dict(seats or {})
    owners[active] = {"hand": "LP", **owners[active]}
    return position(colors, owners, step=Step.DRAW, **changes)


def play(state: rapa_nui.State, *texts: str) -> rapa_nui.State:
    """The position after some actions."""
    for text in texts:
        state = rapa_nui.apply(state, rapa_nui.parse(state, text))
    return state


def texts(state: rapa_nui.State) -> list[str]:
    """The notation of the legal actions, in their order."""
    return [str(action) for action in rapa_nui.legal_actions(state)]

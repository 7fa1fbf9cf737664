"""Positions to test the rules with: a first position with some facts changed, and actions by their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.titles.maya import rules as maya
from games.titles.maya.rules.turns import begun

TOWERS = ("roygt", "oygtb", "ygtbp", "gtbpk", "tbpkn", "bpknr", "pknro", "knroy", "nroyg")
"""Tower 1 has the colours from red on, tower 2 those from orange on, …"""
DECK = "roygtbpkn"
"""Turquoise is the centre card: seat 0 has ro, seat 1 yg, seat 2 bp; kn are aside or belong to seat 3."""
FINISHED = tuple(color * 5 for color in "roygtbpkn")
"""Towers that can no longer be cut."""
BOTH_DONE = {5: "ttttt", 1: "rrrrr"}
"""Changes after which seat 0 may announce the end: the centre tower is finished, and one of its own colours."""


def towers(changes: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """The towers above, with changes."""
    return tuple((changes or {}).get(number, tower) for number, tower in enumerate(TOWERS, 1))


def ladders(**at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The ladders by tower: ladders(t1=(1, 0), t5=(2, 1))."""
    return tuple(at.get(f"t{number}", (0, 0)) for number in range(1, 10))


def priests(**on: int) -> tuple[int | None, ...]:
    """The priests by tower: priests(t1=1)."""
    return tuple(on.get(f"t{number}") for number in range(1, 10))


def duel(changed: Mapping[int, str] | None = None, **changes: Any) -> maya.State:
    """White's first turn; the monolith is between towers 8 and 9, the raven on level 2. `changed`: towers."""
    state = maya.start(maya.Deal(2, TOWERS, ""))
    values: dict[str, Any] = {"towers": towers(changed), "monolith": (8, 9), "raven": 2} | changes
    return begun(replace(state, **values))


def table(seats: int = 3, changed: Mapping[int, str] | None = None, **changes: Any) -> maya.State:
    """The first turn with three or four seats; the monolith is beside the board. `changed`: towers."""
    state = maya.start(maya.Deal(seats, TOWERS, DECK))
    values: dict[str, Any] = {"towers": towers(changed)} | changes
    return begun(replace(state, **values))


def building(seats: int, *placements: str) -> maya.State:
    """The towers are being built, and these pieces, such as `r1` for red on tower 1, have been placed."""
    state = maya.start(maya.Deal(seats, (), "" if seats == 2 else DECK))
    return play(state, *(f"place {placement[0]} {placement[1]}" for placement in placements))


def play(state: maya.State, *texts: str) -> maya.State:
    """The position after some actions."""
    for text in texts:
        state = maya.apply(state, maya.parse(state, text))
    return state


def texts(state: maya.State) -> list[str]:
    """The notation of the legal actions, in their order."""
    return [str(action) for action in maya.legal_actions(state)]


def levels(state: maya.State, first: int, second: int) -> list[int]:
    """The levels at which two towers may swap."""
    start = f"swap {first}-{second}@"
    return [int(text[len(start)]) for text in texts(state) if text.startswith(start)]


WON_AT_ONCE = duel(
    dict(enumerate(("ttttt", "gbbbp", "kkppn", "nrrrr", "ppggg", "rgkkk", "boooo", "yyyyy", "onnnb"), 1)),
    monolith=(4, 7),
    raven=2,
    ladders=((1, 1), (2, 1), (1, 1), (2, 1), (3, 1), (1, 1), (0, 1), (1, 2), (0, 0)),
    priests=(1, None, None, None, None, None, None, 1, None),
    swaps=102,
)
"""White is two priests behind. One swap finishes a tower and wins; after any other, Black no longer loses."""
WON_IN_THE_END = duel(
    dict(enumerate(("npkkk", "gkbbb", "tnngg", "ybppp", "kttty", "oggnn", "rrrrr", "boooo", "pyyyt"), 1)),
    monolith=(2, 3),
    raven=4,
    ladders=((0, 1), (3, 0), (1, 0), (1, 2), (0, 2), (1, 2), (2, 0), (2, 1), (0, 0)),
    priests=(None,) * 6 + (0, None, None),
    swaps=53,
)
"""One swap of Black keeps the points equal until nobody can swap, and wins by a ladder; all others lose."""

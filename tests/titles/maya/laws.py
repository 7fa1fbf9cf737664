"""The laws of Maya, stated without asking the game: what never changes, and what is hidden from whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.titles.maya.rules import State

PREFIX = "MAY"
"""The prefix of paragraph numbers."""

OPEN = (2,)
"""The seat counts with which nothing is hidden from anyone."""

NO_RULES = {"7": "hints", "8": "names", "9": "sources"}
"""The paragraphs that state no rule, and what they are about."""


def conserved(state: State) -> Any:
    """No piece exists twice, ladders have room, and priests are on finished towers; the task cards stay."""
    levels = ["".join(tower[level] for tower in state.towers if len(tower) > level) for level in range(5)]
    assert all(len(set(level)) == len(level) for level in levels)
    for (white, black), places in zip(state.ladders, (2, 3, 2, 3, 4, 3, 2, 3, 2), strict=True):
        assert 0 <= white + black <= places
    assert max(sum(of_seat) for of_seat in zip(*state.ladders, strict=True)) <= 15
    for number, owner in enumerate(state.priests):
        assert owner is None or len(set(state.towers[number])) == 1
    return state.deck


def scrambled(state: State, viewer: int | None, rng: Random) -> State:
    """Deal other seats' task cards and those aside again at random; all cards while the towers are built."""
    is_built = all(len(tower) == 5 for tower in state.towers)
    cards = [color for color in state.deck if not is_built or color != state.towers[4][0]]
    known = {2 * viewer, 2 * viewer + 1} if is_built and viewer is not None else set()
    hidden = [color for place, color in enumerate(cards) if place not in known]
    rng.shuffle(hidden)
    dealt = [color if place in known else hidden.pop() for place, color in enumerate(cards)]
    centre = state.towers[4][0] if len(dealt) < len(state.deck) else ""
    return replace(state, deck=centre + "".join(dealt))

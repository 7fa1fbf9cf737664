"""How strong the levels are, as the arena found (docs/arena.md): games of two seats, each level against its neighbours.

Games at a table give them more time to think than most of those games did.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.ai.levels import LEVELS

FILE = Path(__file__).with_name("strength.toml")


@cache
def shares() -> Mapping[str, Mapping[str, int]]:
    """By game and level: how many of a hundred games the level wins against the one below. The weakest has none."""
    with FILE.open("rb") as file:
        return tomllib.load(file)


def below(level: str) -> str | None:
    """The level below this one; None for the weakest."""
    keys = list(LEVELS)
    place = keys.index(level)
    return keys[place - 1] if place else None


def above(level: str) -> str | None:
    """The level above this one; None for the strongest."""
    return next((key for key in LEVELS if below(key) == level), None)

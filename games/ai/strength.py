"""The strength of the levels, measured in the arena (docs/arena.md): two-seat games of each level against its
neighbours.

At a real table they have more time to think than in most of those games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from games.ai.levels import LEVELS
from games.titles import OfEachGame

FILE = "bot/strength.toml"
"""In the folder of the game."""

SHARES: Mapping[str, Mapping[str, int]] = OfEachGame(
    lambda title: tomllib.loads((title.folder / FILE).read_text(encoding="utf-8"))
)
"""How many of a hundred games each level wins against the one below, by game. The weakest has no entry."""


def below(level: str) -> str | None:
    """The level below this one; None for the weakest."""
    keys = list(LEVELS)
    place = keys.index(level)
    return keys[place - 1] if place else None


def above(level: str) -> str | None:
    """The level above this one; None for the strongest."""
    return next((key for key in LEVELS if below(key) == level), None)

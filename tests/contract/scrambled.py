"""Positions with changed hidden facts, made by each game's laws without asking the game itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.engine import GAMES
from tests.titles import laws_of

Scrambled = Callable[[Any, int | None, Random], Any]

SCRAMBLED: dict[str, Scrambled] = {key: laws_of(key).scrambled for key in GAMES}
"""By game, a function for a position that differs from a running one only in what the viewer must not know."""

NOTED: dict[str, Scrambled] = {key: getattr(laws_of(key), "noted", SCRAMBLED[key]) for key in GAMES}
"""By game, a function for a position that differs from a running one only in what a viewer cannot know who has noted
down everything they saw.
"""

OPEN = {(key, seats) for key in GAMES for seats in getattr(laws_of(key), "OPEN", ())}
"""Games, with seat counts, that hide nothing from anyone."""

"""The same position with its hidden facts changed: said by the laws of each game, without asking the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.engine import GAMES
from tests.titles import laws_of

Scrambled = Callable[[Any, int | None, Random], Any]

SCRAMBLED: dict[str, Scrambled] = {key: laws_of(key).scrambled for key in GAMES}
"""For each game a position that differs from a running one only in what the viewer must not know."""

NOTED: dict[str, Scrambled] = {key: getattr(laws_of(key), "noted", SCRAMBLED[key]) for key in GAMES}
"""For each game a position that differs from a running one only in what someone cannot know who noted down all they
saw."""

OPEN = {(key, seats) for key in GAMES for seats in getattr(laws_of(key), "OPEN", ())}
"""The games that hide nothing from anyone with so many seats."""

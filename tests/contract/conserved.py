"""What never changes while a game runs: each game states its own laws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import GAMES
from tests.titles import laws_of

CONSERVED: dict[str, Callable[[Any], Any]] = {key: laws_of(key).conserved for key in GAMES}
"""For each game what must come out equal for every position of one match; it may assert laws of its own."""

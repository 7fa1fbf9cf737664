"""What never changes during a game: each game states its own laws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import GAMES
from tests.titles import laws_of

CONSERVED: dict[str, Callable[[Any], Any]] = {key: laws_of(key).conserved for key in GAMES}
"""By game, a function whose result is equal for all positions of one match; it may assert further laws."""

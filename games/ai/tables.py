"""Whole tables of simple characters, for traces: between them every way to end a game occurs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.ai.characters import Policy, some_table
from games.ai.pilgrims import pilgrim
from games.engine import princes
from games.engine.contract import AnyGame

TOGETHER: dict[str, Callable[[Random], Policy]] = {princes.KEY: pilgrim}
"""Who reaches, when the whole table is of one mind, ends of a game that nobody reaches alone."""


def mixed_table(game: AnyGame, seats: int, rng: Random) -> list[Policy]:
    """A character for every seat; where minds can be one, they are so at one table in six."""
    together = TOGETHER.get(game.KEY)
    if together is not None and rng.random() < 1 / 6:
        return [together(rng)] * seats
    return some_table(rng, seats)

"""Whole tables of simple characters, for traces: between them every way to end a game occurs."""

from __future__ import annotations

from random import Random

from games.ai.scripted_bots import some_table
from games.engine.contract import AnyGame
from games.titles import bot_of
from games.titles.manifest import Policy


def mixed_table(game: AnyGame, seats: int, rng: Random) -> list[Policy]:
    """A character for every seat; at one table in six they share one mind, where that is possible."""
    together = bot_of(game).together
    if together is not None and rng.random() < 1 / 6:
        return [together(rng)] * seats
    return some_table(rng, seats)

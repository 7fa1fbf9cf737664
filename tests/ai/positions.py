"""Positions with a decision, from random games of every registered game and seat count."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from games.ai.scripted_bots import play, some_character
from games.engine import GAMES
from games.engine.contract import AnyGame
from tests.first import first


class Table(NamedTuple):
    """A game and its number of seats."""

    game: AnyGame
    seats: int

    def __str__(self) -> str:
        return f"{self.game.KEY}-{self.seats}"


TABLES = [Table(game, seats) for game in GAMES.values() for seats in game.SEATS]
LARGE = [Table(game, game.SEATS[-1]) for game in GAMES.values()]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
large_tables = pytest.mark.parametrize("table", first(LARGE, of=TABLES), ids=str)
"""Every table; `make test` tries those with the most seats."""


@cache
def positions(table: Table, seed: str = "") -> tuple[Any, ...]:
    """Every position of one game between simple characters, except the final one."""
    rng = Random(f"{table}{seed}")
    deal = table.game.deal(table.seats, {}, rng)
    players = [some_character(rng) for _ in range(table.seats)]
    return tuple(step.state for step in play(table.game, deal, players, rng))


def decisions(table: Table, number: int) -> list[Any]:
    """`number` positions with a choice between actions, spread over one game from start to end."""
    found = [state for state in positions(table) if len(table.game.legal_actions(state)) > 1]
    return [found[place * (len(found) - 1) // (number - 1)] for place in range(number)]


def forced(table: Table) -> list[Any]:
    """Positions of several games with only one legal action."""
    return [
        state for seed in "abcdefgh" for state in positions(table, seed) if len(table.game.legal_actions(state)) == 1
    ]

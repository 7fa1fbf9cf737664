"""The deal and the first position (MAY 2)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine import contract
from games.engine.contract import Options

from . import data
from .board import TOWERS
from .pieces import COLORS, Towers
from .state import TWO, Deal, State
from .turns import first_turn

NO_TOWERS = ("",) * len(TOWERS)
_LEFT = range(len(COLORS), 0, -1)
"""How many pieces of a level are left before each of them is drawn."""


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Stack the towers and shuffle the task cards. Raises BadDeal for a seat count or option there is not."""
    contract.check_table(data, seats, options)
    is_built = options.get(data.SETUP) == data.BUILD
    towers = () if is_built else _random_towers(rng)
    return Deal(seats, towers, "" if seats == TWO else "".join(rng.sample(COLORS, len(COLORS))))


def _random_towers(rng: Random) -> Towers:
    """Towers of five colours each: every such layout is equally likely on each level."""
    towers = list(NO_TOWERS)
    for _ in range(data.LEVELS):
        # A level that repeats a colour is drawn anew as a whole: it can always be filled in the end.
        while (level := _drawn(towers, rng.random)) is None:
            pass
        towers = [tower + piece for tower, piece in zip(towers, level, strict=True)]
    return tuple(towers)


def _drawn(towers: list[str], chance: Callable[[], float]) -> list[str] | None:
    """A piece for every tower; None as soon as one repeats a colour."""
    left = list(COLORS)
    level = []
    for number, tower in zip(_LEFT, towers, strict=True):
        piece = left.pop(int(chance() * number))
        if piece in tower:
            return None
        level.append(piece)
    return level


def start(deal: Deal) -> State:
    """The first position: all towers stand, or none; the monolith lies beside the board."""
    state = State(
        seats=deal.seats,
        towers=deal.towers or NO_TOWERS,
        deck=deal.deck,
        monolith=None,
        raven=None,
        ladders=((0, 0),) * len(TOWERS),
        priests=(None,) * len(TOWERS),
        swaps=0,
        seen=(),
        announced=None,
        bonus=False,
    )
    return first_turn(state) if deal.towers else state

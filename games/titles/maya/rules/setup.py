"""The deal and the initial position (MAY 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine import contract
from games.engine.contract import Options

from . import data
from .board import TOWERS
from .pieces import COLORS, Towers
from .state import TWO, Deal, State
from .turns import first_turn

NO_TOWERS = ("",) * len(TOWERS)
"""The towers before their first piece."""

_PIECES = list(COLORS)
_LEFT = range(len(COLORS), 0, -1)
"""The number of pieces of a level that remain before each draw."""


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Stack the towers and shuffle the task cards. Raises BadDeal for a seat count or option that does not exist."""
    contract.check_table(data, seats, options)
    is_built = options.get(data.SETUP) == data.BUILD
    towers = () if is_built else _random_towers(rng)
    return Deal(seats, towers, "" if seats == TWO else "".join(rng.sample(COLORS, len(COLORS))))


def _random_towers(rng: Random) -> Towers:
    """Towers without repeated colours: on each level, every layout without repeats is equally likely."""
    towers: Sequence[str] = NO_TOWERS
    for _ in range(data.LEVELS):
        towers = _raised(towers, rng.random)
    return tuple(towers)


def _raised(towers: Sequence[str], chance: Callable[[], float]) -> list[str]:
    """The towers with one more random level, redrawn as a whole until no tower repeats a colour."""
    while True:
        left, now = list(_PIECES), []
        for number, tower in zip(_LEFT, towers, strict=True):
            piece = left.pop(int(chance() * number))
            if piece in tower:
                break
            now.append(tower + piece)
        else:
            return now


def start(deal: Deal) -> State:
    """The initial position: all towers stand, or none; the monolith is beside the board."""
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

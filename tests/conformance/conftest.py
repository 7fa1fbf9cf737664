"""Fixtures for tests with other projects. Without the extra `research` these fail: nothing is skipped."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest

from games.adapters.match import Match
from games.engine import GAMES
from tests.contract.played import kinds


class Table(NamedTuple):
    """A game with a seat count and its options."""

    key: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(value for _, value in self.options)])

    @property
    def is_shuffled(self) -> bool:
        """Whether there is more than one deal: a game whose players build the board may have nothing to shuffle."""
        one, other = (GAMES[self.key].deal(self.seats, dict(self.options), Random(seed)) for seed in (1, 2))
        return one != other

    def matches(self) -> list[Match]:
        """Every position of a randomly played match, the same in every run."""
        rng = Random(str(self))
        matches = [Match.dealt(GAMES[self.key], self.seats, dict(self.options), rng)]
        while matches[-1].mover is not None:
            matches.append(matches[-1].after(rng.choice(matches[-1].legal_numbers())))
        return matches


TABLES = list(dict.fromkeys(Table(kind.key, kind.seats, kind.options) for kind in kinds()))


@pytest.fixture(params=TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """Every game with every seat count, by the printed rules and with each variant."""
    return request.param


@pytest.fixture(scope="session")
def pyspiel() -> ModuleType:
    """OpenSpiel, with our games registered."""
    import_module("games.adapters.open_spiel")
    return import_module("pyspiel")


@pytest.fixture(scope="session")
def zoo() -> ModuleType:
    """Our games for PettingZoo."""
    return import_module("games.adapters.pettingzoo")

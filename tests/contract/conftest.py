"""Fixtures for every contract test."""

import pytest

from games.engine import GAMES
from games.engine.contract import AnyGame
from tests.contract.played import Kind, Played, first_kinds, kinds, play

FIRST = first_kinds()


def lane_of(kind: Kind) -> list[pytest.MarkDecorator]:
    """The mark of the lane in which a game of this kind is looked at; none for the default suite."""
    if kind in FIRST:
        return []
    return [pytest.mark.slow if kind.number else pytest.mark.long]


@pytest.fixture(params=[pytest.param(kind, marks=lane_of(kind)) for kind in kinds()], ids=str)
def played(request: pytest.FixtureRequest) -> Played:
    """A finished game of every game, seat count and variant; in other lanes one by the other policy, and more games."""
    kind: Kind = request.param
    return play(kind)


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Every registered game."""
    rules: AnyGame = request.param
    return rules

"""Fixtures for every contract test."""

import pytest

from games.engine import GAMES
from games.engine.contract import AnyGame
from tests.contract.played import Kind, Played, kinds, play


@pytest.fixture(
    params=[pytest.param(kind, marks=[pytest.mark.slow] if kind.number else []) for kind in kinds()], ids=str
)
def played(request: pytest.FixtureRequest) -> Played:
    """A finished game of every game, seat count, variant and policy; more of them in the slow lane."""
    kind: Kind = request.param
    return play(kind)


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Every registered game."""
    rules: AnyGame = request.param
    return rules

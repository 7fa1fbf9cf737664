"""What every contract test looks at."""

import pytest

from games.engine import GAMES
from games.engine.contract import AnyGame
from tests.contract.played import Kind, Played, kinds, play


@pytest.fixture(
    params=[pytest.param(kind, marks=[pytest.mark.slow] if kind.number else []) for kind in kinds()], ids=str
)
def played(request: pytest.FixtureRequest) -> Played:
    """A finished game, for every game, seat count, variant and way to play; in the slow lane more of these."""
    kind: Kind = request.param
    return play(kind)


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Every registered game."""
    rules: AnyGame = request.param
    return rules

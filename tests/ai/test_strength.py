"""What pages say about the levels agrees with the arena's results."""

from games.ai.levels import LEVELS
from games.ai.strength import SHARES, above, below
from games.engine import GAMES
from tests.ai.report import rows
from tests.bench.arena import NAMES

KEYS = {name: key for key, name in NAMES.items()}
"""Games by their names in the report."""


def test_every_game_tells_of_every_level_but_the_weakest() -> None:
    assert list(SHARES) == list(GAMES)
    assert all(list(levels) == list(LEVELS)[1:] for levels in SHARES.values())


def test_the_figures_are_those_of_the_report() -> None:
    found: dict[str, dict[str, int]] = {}
    for name, lower, upper, _games, _searches, share, _elo in (row for row in rows("Two seats") if len(row) == 7):
        assert below(upper) == lower
        found.setdefault(KEYS[name], {})[upper] = int(share.removesuffix(" %"))
    assert found == dict(SHARES)


def test_each_level_stands_between_its_neighbours() -> None:
    assert (below("beginner"), above("beginner")) == (None, "casual")
    assert (below("solid"), above("solid")) == ("casual", "strong")
    assert (below("expert"), above("expert")) == ("strong", None)

"""What pages tell of the levels is what the arena found."""

from collections.abc import Iterator
from pathlib import Path

from games.ai.levels import LEVELS
from games.ai.strength import above, below, shares
from games.engine import GAMES
from games.pages.catalogue import LEAFLETS

ARENA = Path(__file__).parents[2] / "docs" / "arena.md"

NAMES = {str(leaflet.name): key for key, leaflet in LEAFLETS.items()} | {
    "Machu Picchu": "machu_picchu",
    "The Princes": "princes",
}
"""Games by what the report calls them."""


def reported() -> Iterator[tuple[str, str, str, int]]:
    """Game, level below, level above, and of how many games in a hundred the upper one won, line by line."""
    section = ARENA.read_text(encoding="utf-8").split("## Two seats\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 7 or cells[0] not in NAMES:
            continue
        yield NAMES[cells[0]], cells[1], cells[2], int(cells[5].removesuffix("%"))


def test_every_game_tells_of_every_level_but_the_weakest() -> None:
    assert list(shares()) == list(GAMES)
    assert all(list(levels) == list(LEVELS)[1:] for levels in shares().values())


def test_the_figures_are_those_of_the_report() -> None:
    found: dict[str, dict[str, int]] = {}
    for game, lower, upper, share in reported():
        assert below(upper) == lower
        found.setdefault(game, {})[upper] = share
    assert found == shares()


def test_each_level_stands_between_its_neighbours() -> None:
    assert (below("beginner"), above("beginner")) == (None, "casual")
    assert (below("solid"), above("solid")) == ("casual", "strong")
    assert (below("expert"), above("expert")) == ("strong", None)

"""The games of this site. Each is a folder of its own, with one line in `FOLDERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from games.engine.contract import AnyGame, Game
from games.engine.facts import tables
from games.titles.manifest import Bot, Title

FOLDERS = (
    "rapa_nui",
    "machu_picchu",
    "maya",
    "princes",
)
"""The folder of every game, in the order in which pages list them."""

TITLES: dict[str, Title] = {}
"""The title of every game, by its key."""

GAMES: dict[str, AnyGame] = {}
"""The rules of every game, by its key."""

HALF_MADE: dict[str, list[str]] = {}
"""The packages of games left out of the site, each with the parts that it lacks."""

FILES = (
    "rules/data.toml",
    "rules/weights.toml",
    "bot/chances.toml",
    "bot/strength.toml",
)
"""Data files that rules and computer players read from the folder of every game."""

PartT = TypeVar("PartT")


class OfEachGame(Mapping[str, PartT], Generic[PartT]):
    """One part of every game, by the key of the game; made on first use, then kept."""

    def __init__(self, part: Callable[[Title], PartT]) -> None:
        self._part = part
        self._kept: dict[str, tuple[Title, PartT]] = {}

    def __getitem__(self, key: str) -> PartT:
        title, kept = TITLES[key], self._kept.get(key)
        if kept is None or kept[0] is not title:
            kept = self._kept[key] = title, self._part(title)
        return kept[1]

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)


def add(package: str) -> None:
    """Register the game in a package, or note what it lacks."""
    try:
        title: Title = import_module(package).TITLE
        missing = missing_parts(title)
    except Exception as error:  # whatever is wrong with one game, the others stay playable
        missing = [f"a package that can be imported, with TITLE ({type(error).__name__}: {error})"]
    if missing:
        HALF_MADE[package] = missing
    else:
        TITLES[title.key], GAMES[title.key] = title, title.rules


def missing_parts(title: Title) -> list[str]:
    """The parts that a game lacks: names in its rules, and data files."""
    return [
        *(f"rules/__init__.py: {name}" for name in names_of(Game) if not hasattr(title.rules, name)),
        *(file for file in FILES if not (title.folder / file).is_file()),
    ]


def names_of(interface: type) -> list[str]:
    """All names that a protocol requires."""
    return sorted(name for name in {*vars(interface), *interface.__annotations__} if not name.startswith("_"))


def leave_out(key: str, missing: list[str]) -> None:
    """Remove a registered game, and note the parts that it lacks."""
    HALF_MADE[TITLES[key].package] = missing
    del TITLES[key], GAMES[key]


def bot_of(game: AnyGame) -> Bot:
    """The `Bot` of a game; for a game that is not registered, such as one made up by tests, an empty one."""
    title = TITLES.get(game.KEY)
    return Bot(weights=None, walks=0) if title is None else title.bot


def folder(key: str) -> Path:
    """The folder of a game."""
    return TITLES[key].folder


@cache
def numbers(key: str) -> dict[str, dict[str, Any]]:
    """The facts of a game for readers: `numbers("rapa_nui")["buying"]["price"]["value"]` is 5."""
    return tables(f"{TITLES[key].package}.rules")


for _name in FOLDERS:
    add(f"games.titles.{_name}")

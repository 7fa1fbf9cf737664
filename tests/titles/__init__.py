"""The tests of each game, and its finished games as records."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

TITLES = Path(__file__).parent
RECORDS = sorted(TITLES.glob("*/records/*.txt"))


def record_path(name: str) -> Path:
    """The file of a record: `princes/four_seats.txt`."""
    game, _, file = name.partition("/")
    return TITLES / game / "records" / file


def record_files(key: str) -> list[Path]:
    """The record files of a game."""
    return [path for path in RECORDS if game_of(path) == key]


def game_of(path: Path) -> str:
    """The game of a record file."""
    return path.parents[1].name


def laws_of(key: str) -> ModuleType:
    """A game's own statements for tests: `laws.py` in its folder."""
    return import_module(f"tests.titles.{key}.laws")

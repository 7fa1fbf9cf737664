"""A game that lacks a part is left out of the site, and `manage.py check` names the part."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.test import Client

from games import titles
from games.pages.completeness import check_games
from tests.fifth_game.registered import registered

WHOLE = Path(__file__).parent / "three_tricks"
NUMBERS = count()

Broken = Callable[[Path], object]


def without(file: str) -> Broken:
    return lambda folder: (folder / file).unlink()


def changed(file: str, old: str, new: str = "") -> Broken:
    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")

    return change


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """A copy of the game that can be broken, and its package."""
    name = f"half{next(NUMBERS)}"
    package = f"{name}.three_tricks"
    folder = tmp_path / name / "three_tricks"
    shutil.copytree(WHOLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / name / "__init__.py").touch()
    for module in folder.rglob("*.py"):
        module.write_text(module.read_text(encoding="utf-8").replace("tests.fifth_game.three_tricks", package))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return folder, package


BROKEN: dict[str, Broken] = {
    "a package that can be imported": without("rules/rules.py"),
    "rules/__init__.py: progress": changed("rules/__init__.py", "    progress,\n"),
    "a package that can be imported, with TITLE (FileNotFoundError: [Errno 2]": without("rules/apart.toml"),
    "a package that can be imported, with TITLE (FileNotFoundError": without("rules/data.toml"),
    "bot/chances.toml": without("bot/chances.toml"),
    "bot/chances.toml: 3": changed("bot/chances.toml", "\n3 =", "\n4 ="),
    "bot/chances.toml: open.2": changed("bot/chances.toml", "open.2 =", "open.4 ="),
    "bot/strength.toml": without("bot/strength.toml"),
    "bot/strength.toml: expert": changed("bot/strength.toml", "expert = 51"),
    "a package that can be imported, with TITLE (ModuleNotFoundError": without("bot/vocabulary.py"),
    "pages.py that can be imported": without("pages.py"),
    "leaflet.py that can be imported, with LEAFLET (ModuleNotFoundError": without("leaflet.py"),
    "board/__init__.py: stocks": changed("board/__init__.py", "def stocks", "def stacks"),
    "board/score_chart.py: hides": changed("board/score_chart.py", "def hides", "def conceals"),
    "board/__init__.py: REMINDERS": changed("board/__init__.py", "REMINDERS =", "MINDERS ="),
    "board/lesson.py: a step": changed("board/lesson.py", "    (\n        Step(", "    () and (\n        Step("),
    "board/lesson.txt": without("board/lesson.txt"),
    "board/example.txt": without("board/example.txt"),
    "jinja/games/three_tricks/board.html": without("jinja/games/three_tricks/board.html"),
    "jinja/games/three_tricks/words.html": without("jinja/games/three_tricks/words.html"),
    "jinja/games/three_tricks/kit.html": without("jinja/games/three_tricks/kit.html"),
    "templates/games/rules/three_tricks.html": without("templates/games/rules/three_tricks.html"),
    "static/css/three_tricks.css": without("static/css/three_tricks.css"),
    "static/img/plate-three_tricks.svg": without("static/img/plate-three_tricks.svg"),
    "static/img/band-three_tricks.svg": without("static/img/band-three_tricks.svg"),
    "static/img/card-three_tricks.jpg": without("static/img/card-three_tricks.jpg"),
    "leaflet.py: options, end=late": changed(
        "rules/state.py", "OPTIONS: tuple[Option, ...] = ()", 'OPTIONS = (Option("end", ("early", "late")),)'
    ),
    "board/__init__.py: ORDERS, card=ask": changed(
        "rules/state.py", "ORDERS: tuple[Option, ...] = ()", 'ORDERS = (Option("card", ("ask", "highest")),)'
    ),
}


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("part", BROKEN)
def test_a_game_without_a_part_is_left_out_and_the_part_is_named(part: str, copied: tuple[Path, str]) -> None:
    folder, package = copied
    BROKEN[part](folder)
    with registered(package) as missing:
        assert any(lack.startswith(part) for lack in missing), missing
        assert "three_tricks" not in titles.GAMES
        assert [Client().get(address).status_code for address in ("/", "/play/", "/rules/")] == [200] * 3
        assert Client().get("/rules/three_tricks/").status_code == 404


def test_the_copy_as_it_is_lacks_nothing(copied: tuple[Path, str]) -> None:
    _folder, package = copied
    with registered(package) as missing:
        assert missing == []
        assert "three_tricks" in titles.GAMES
    assert "three_tricks" not in titles.GAMES


def test_the_check_names_game_and_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(titles.HALF_MADE, "games.titles.nim", ["bot/strength.toml: expert", "pages.py"])
    found = check_games()
    assert [warning.id for warning in found] == ["games.W001"] * 2
    assert "games.titles.nim is left out: it lacks bot/strength.toml: expert" in found[0].msg
    assert all(warning in run_checks() for warning in found)


def test_no_game_of_the_site_lacks_anything() -> None:
    assert titles.HALF_MADE == {}
    assert [title.package.rpartition(".")[2] for title in titles.TITLES.values()] == [*titles.FOLDERS]

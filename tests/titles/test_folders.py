"""A game is one folder: no part of it is elsewhere, and no game knows another."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.pages.boards.presenter import Presenter, ScoreChart
from games.pages.titles import PRESENTERS
from games.titles import GAMES
from tests.folders import OURS

every_game = pytest.mark.parametrize("game", GAMES)


def test_every_folder_is_a_game_of_the_list() -> None:
    folders = (settings.TITLES, settings.BASE_DIR / "tests" / "titles")
    for folder in folders:
        assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(GAMES)


@every_game
def test_nothing_of_a_game_lies_elsewhere(game: str) -> None:
    named = re.compile(rf"(?:^|[-_.]){game}(?:[-_.]|$)")
    strays = [
        str(path.relative_to(settings.BASE_DIR))
        for folder in (*OURS, "static", "templates")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.is_file()
        and path.suffix != ".pyc"
        and settings.TITLES not in path.parents
        and any(named.search(part) for part in path.relative_to(settings.BASE_DIR).parts)
    ]
    assert strays == []


@every_game
def test_no_game_knows_another(game: str) -> None:
    others = re.compile(rf"games\.titles\.(?!{game}\b|manifest\b)\w+")
    files: list[Path] = sorted((settings.TITLES / game).rglob("*.py"))
    assert len(files) > 20
    assert {file.name: others.findall(file.read_text()) for file in files if others.search(file.read_text())} == {}


@every_game
def test_a_board_has_all_that_pages_ask_of_it(game: str) -> None:
    """What types cannot check: that the parts exist when the site runs."""
    for asked, given in ((Presenter, PRESENTERS[game]), ((ScoreChart, PRESENTERS[game].score_chart))):
        names = {name for name in {*vars(asked), *asked.__annotations__} if not name.startswith("_")}
        assert len(names) > 5
        assert [name for name in sorted(names) if not hasattr(given, name)] == []

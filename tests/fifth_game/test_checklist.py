"""CONTRIBUTING's "Adding a game" lists exactly the files that the folder of a game contains."""

import re
from pathlib import Path

from django.conf import settings

from games import titles
from games.pages import completeness

KEY = "three_tricks"
FOLDER = Path(__file__).parent / KEY


def listed() -> set[str]:
    """The files of a game's own folder that the checklist names, for the small game."""
    text = (settings.BASE_DIR / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Adding a game")[2].partition("\n## ")[0]
    steps = re.findall(r"^ *\d+\. .*?(?=^ *\d+\. |\n\n)", section, re.MULTILINE | re.DOTALL)
    assert len(steps) > 5
    named = {path.replace("<game>", KEY) for step in steps for path in re.findall(r"`([\w/<>-]+\.\w+)`", step)}
    return {path for path in named if not path.startswith(("games/", "tests/"))}


def held() -> set[str]:
    """The files in the small game's folder, except modules of its rules, whose names are free."""
    files = {path.relative_to(FOLDER) for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {
        str(path) for path in files if path.parent.name != "rules" or path.stem == "__init__" or path.suffix != ".py"
    }


def test_the_checklist_names_what_the_folder_holds() -> None:
    assert listed() - {"test_board.py"} == held()


def test_what_the_check_asks_for_is_on_the_list() -> None:
    assert {file.format(key=KEY) for file in (*titles.FILES, *completeness.FILES)} <= listed()

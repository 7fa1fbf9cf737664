"""The pages in docs/ are right: links and files exist, and the notation covers every action."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import Resolver404, resolve

from games.engine import GAMES
from games.engine.record import read
from games.services.live.events import UNTOLD
from notices.kinds import Kind
from tests.folders import OURS
from tests.titles import RECORDS, game_of

ROOT = settings.BASE_DIR
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FOLDERS = (*OURS, "clients", "deploy", "docs", "examples", "locale", "packages", "static", "templates", "tests")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`")
ADDRESS = re.compile(r"`(/(?!etc/|root/|var/|usr/|tmp/)[\w.<>/-]+)")
DEFINED = re.compile(rf"`(\w+)`\s+in\s+`((?:{'|'.join(FOLDERS)})/[\w./-]+\.py)`")


def anchor(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text()):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, part = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        if part:
            assert part in map(anchor, HEADING.findall(target.read_text())), link


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent.name == "decisions"], ids=lambda page: page.stem
)
def test_every_decision_is_listed_and_says_why_and_what_follows(page: Path) -> None:
    if page.name == "README.md":
        return
    assert f"({page.name})" in (page.parent / "README.md").read_text()
    assert HEADING.findall(page.read_text())[1:] == ["Context", "Choice", "Consequences"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = PATH.findall(page.read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_is_said_to_be_in_a_file_is_defined_there(page: Path) -> None:
    said = DEFINED.findall(page.read_text())
    assert [(name, path) for name, path in said if not defines((ROOT / path).read_text(), name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_address_that_is_named_leads_somewhere(page: Path) -> None:
    """Except those of earlier releases."""
    text = page.read_text().partition("\n## Unreleased")[2].partition("\n## ")[0] if page.stem == "CHANGELOG" else None
    named = set(ADDRESS.findall(page.read_text() if text is None else text))
    assert [address for address in sorted(named) if not is_address(address)] == []


def is_address(address: str) -> bool:
    """Whether the site has an address like this, with any value for `<code>`."""
    try:
        resolve(re.sub(r"<\w+>", "k3v7q2wd", address))
    except Resolver404:
        return False
    return True


def defines(code: str, name: str) -> bool:
    """Whether a file of Python defines a function, a class or a variable with this name."""
    return re.search(rf"^ *(?:(?:async )?def|class) {name}\b|^{name}\b", code, re.MULTILINE) is not None


def test_the_walks_name_files_and_what_is_in_them() -> None:
    walks = (ROOT / "docs/architecture.md").read_text()
    assert len(set(PATH.findall(walks))) > 40
    assert len(set(DEFINED.findall(walks))) > 30


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.KEY)
def test_the_notation_names_all_that_a_game_has(game: Any) -> None:
    page = (ROOT / "docs/notation.md").read_text()
    [section] = [part for part in page.split("\n## ") if f"(`{game.KEY}`)" in part.partition("\n")[0]]
    code = " ".join(re.findall(r"`([^`]+)`", section))
    words = set(re.findall(r"[a-z_]+", code))
    assert set(game.REASONS) <= words
    assert {option.name for option in game.OPTIONS} <= words
    played = {
        ply.text.split()[0]
        for record in RECORDS
        if game_of(record) == game.KEY
        for ply in read(record.read_text()).plies
    }
    assert played
    assert played <= words, "the notation lacks the first word of an action"


def test_the_page_of_the_api_names_every_event() -> None:
    [row] = re.findall(r"^\| `events` \| (.+) \|$", (ROOT / "docs/api.md").read_text(), re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", row)) == {"ready", "turns", "chat", *(set(Kind) - UNTOLD)}


def test_everything_that_is_named_with_its_file_is_there() -> None:
    """The walks in docs/architecture.md: "`play` in `games/pages/match/match.py`"."""
    named = re.findall(r"`(\w+)`,? in\s+`([\w/]+\.py)`", (ROOT / "docs/architecture.md").read_text())
    assert ("settle", "games/services/play/advance.py") in named
    missing = [
        f"{name} in {file}"
        for name, file in named
        if not re.search(
            rf"^(?: {{4}})?(?:(?:async )?def |class ){name}\b|^{name} =", (ROOT / file).read_text(), re.MULTILINE
        )
    ]
    assert missing == []


def test_the_table_of_the_middlewares_has_each_in_its_order() -> None:
    """docs/architecture.md says what each does, and why it stands there."""
    page = (ROOT / "docs/architecture.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|", page.split("## The middlewares")[1].split("\n## ")[0], re.MULTILINE)
    assert rows == [path.rpartition(".")[2] for path in settings.MIDDLEWARE]

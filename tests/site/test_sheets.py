"""Stylesheets that are assembled from the folders of the games."""

import re
from collections import defaultdict
from pathlib import Path

from django.contrib.staticfiles import finders

from games.titles import TITLES
from machupicchu.templating.sheets import SHEETS, SheetsOfGames
from machupicchu.templating.static_storage import BRINGS_IN
from tests.folders import template_folders

LONGEST = 400
"""Lines of a hand-written stylesheet; assembled ones may be longer."""

SHARED = {"crown", "kh", "rounds"}
"""Classes that a game draws and the page of a match places, or spares in forced colours."""

BARE = re.compile(r"(?<=[{},])\s*\.([\w-]+)\s*(?=[,{])")
"""A class as a whole selector."""

LENGTH = re.compile(r"([\d.]+)(rem|vw)")

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
OTHER_LAYOUT = re.compile(r"(?<![\w-])display: (?!none|table)")
OUTSIDE_BRACKETS = r"(?![^(]*\))"
PART_OF_TABLE = "table|thead|tbody|tfoot|tr|td|th"

BESIDE_PAGES = {"everywhere.css", "games.css", "touch.css", "names.css"}
"""Imported by site.css, but in no layer: they compete with the sheets of pages by their selectors."""


def test_each_holds_the_part_of_every_game() -> None:
    for name, part in SHEETS.items():
        text = Path(finders.find(name)).read_text()
        parts = [title.folder / part for title in TITLES.values()]
        assert all(path.read_text().strip() in text for path in parts if path.is_file())
    assert all(f".g-{key} {{" in Path(finders.find("css/games.css")).read_text() for key in TITLES)


def test_a_changed_part_is_found_at_once(tmp_path: Path, settings: object) -> None:
    (tmp_path / "static").mkdir()
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    (tmp_path / "accent.css").write_text(".g-nim {}\n")
    assert ".g-nim" in Path(finders.find("css/games.css")).read_text()
    (tmp_path / "accent.css").write_text(".g-chess {}\n")
    assert ".g-nim" not in Path(finders.find("css/games.css")).read_text()
    assert not finders.find("css/unknown.css")


def test_sheets_of_games_are_collected(tmp_path: Path) -> None:
    assert [name for name, _storage in SheetsOfGames().list(None)] == [*SHEETS]


def test_no_sheet_is_longer_than_can_be_read_in_one_go() -> None:
    sheets = [path for folder in finders.find("css", find_all=True) for path in Path(folder).glob("*.css")]
    lengths = {path.name: len(path.read_text().splitlines()) for path in sheets if f"css/{path.name}" not in SHEETS}
    assert "match_seats.css" in lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_sheets_of_pages_and_games_win_over_what_is_for_every_page() -> None:
    """The layers of site.css; a rule of a page needs no longer selector than the one that it replaces."""
    imported = dict(BRINGS_IN.findall(Path(finders.find("css/site.css")).read_text()))
    assert list(dict.fromkeys(layer for layer in imported.values() if layer)) == ["tokens", "site"]
    assert {name for name, layer in imported.items() if not layer} == BESIDE_PAGES
    sheets = [path for folder in finders.find("css", find_all=True) for path in Path(folder).glob("*.css")]
    layered = {path.name for path in sheets if re.search(r"@layer|layer\(", path.read_text())}
    assert layered == {"site.css"}


def test_variants_of_buttons_and_notes_are_on_every_page() -> None:
    """Wherever a template uses one: pages load few sheets besides site.css."""
    imported = dict(BRINGS_IN.findall(Path(finders.find("css/site.css")).read_text()))
    styled = "".join(Path(finders.find(f"css/{name}")).read_text() for name in imported)
    sources = [path.read_text() for folder in template_folders() for path in folder.rglob("*.html")]
    used = {name for text in sources for name in re.findall(r"\b(?:btn|note)--\w+", text)}
    assert {"btn--bad", "note--calm"} <= used
    assert {name for name in used if f".{name} {{" not in styled} == set()


def test_what_every_page_has_keeps_its_colours_on_every_page() -> None:
    """What forced colours spare is spared in the sheets that draw it, not in those of some pages."""
    imported = dict(BRINGS_IN.findall(Path(finders.find("css/site.css")).read_text()))
    found = {path.name: path.read_text() for path in Path(finders.find("css/site.css")).parent.glob("*.css")}
    drawn = {name for sheet in imported for name in BARE.findall("}" + found.get(sheet, ""))}
    for sheet in found.keys() - imported.keys():
        for selectors, rule in RULE.findall(re.sub(r"/\*.*?\*/", "", found[sheet], flags=re.DOTALL)):
            if "forced-color-adjust: none" in rule:
                assert not drawn & set(BARE.findall("{" + selectors.strip() + "{")), (sheet, selectors)


def test_a_class_of_a_game_means_one_thing() -> None:
    """What a sheet styles by its class alone, no sheet of another game and no sheet of the site does."""
    owners = defaultdict(set)
    for folder in map(Path, finders.find("css", find_all=True)):
        for path in folder.glob("*.css"):
            if f"css/{path.name}" in SHEETS:  # made of parts of all games
                continue
            owner = folder.parent.parent.name if folder.parent.parent.name in TITLES else "site"
            rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            for name in BARE.findall("}" + re.sub(r":is\([^()]*\)", ":is", rules)):
                owners[name].add(owner)
    assert owners["mcell"] == {"maya"}
    assert {name for name, found in owners.items() if len(found) > 1} == SHARED


def test_tables_with_another_layout_say_by_roles_what_they_are() -> None:
    """Some browsers take a table whose rows are laid out as a grid for plain text, unless roles say otherwise."""
    sources = [path.read_text() for folder in template_folders() for path in folder.rglob("*.html")]
    tables = {name for text in sources for name in re.findall(r'<table class="([\w-]+)', text)}
    owners = {
        owner
        for folder in finders.find("css", find_all=True)
        for path in Path(folder).glob("*.css")
        for selectors, rule in RULE.findall(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))
        for selector in re.split(f",{OUTSIDE_BRACKETS}", selectors)
        if OTHER_LAYOUT.search(rule) and (owner := _owner_of_part(selector.strip(), tables))
    }
    assert owners >= {"preferences", "pmarket"}
    for owner in owners:
        [source] = [text for text in sources if re.search(rf'class="[^"]*(?<![\w-]){owner}(?![\w-])', text)]
        parts = re.findall(rf"<(?:{PART_OF_TABLE})\b[^>]*", source)
        assert parts
        assert [part for part in parts if " role=" not in part] == [], owner


def _owner_of_part(selector: str, tables: set[str]) -> str:
    """The first class of a selector of tables or of parts of them; "" for other selectors."""
    last = re.split(rf"\s+{OUTSIDE_BRACKETS}", selector)[-1]
    is_part = re.search(rf"(?:^|[(,\s])(?:{PART_OF_TABLE})\b", last) or last.removeprefix(".") in tables
    return re.findall(r"\.([\w-]+)", selector)[0] if is_part else ""


def test_the_text_of_the_first_page_stays_above_the_mountains() -> None:
    """At every width at which it stands beside the board, however many lines a language needs."""
    picture = Path(finders.find("img/tapestry.svg")).read_text()
    width, height = map(int, re.findall(r'width="(\d+)" height="(\d+)"', picture)[0])
    peak = (height - min(map(int, re.findall(r"M\d+ (\d+)h", picture)))) / width
    hero = re.findall(r"\.hero \{(.*?)\}", Path(finders.find("css/home_door.css")).read_text(), re.DOTALL)[0]
    [room] = re.findall(r"padding: clamp\(.*?\) 0 (.*?);", hero)
    [(sunk, size)] = re.findall(r"bottom -(\d+)px / (.*?) auto", hero)
    for window in range(961, 3000):
        assert _pixels(room, window) >= peak * _pixels(size, window) - int(sunk), window


def _pixels(length: str, window: int) -> float:
    """A length of CSS, perhaps a `clamp` of three, in a window of this width."""
    lengths = [float(number) * (16 if unit == "rem" else window / 100) for number, unit in LENGTH.findall(length)]
    return sorted(lengths)[len(lengths) // 2]  # the middle one of three is what `clamp` takes

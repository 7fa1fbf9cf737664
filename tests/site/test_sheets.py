"""Stylesheets that are assembled from the folders of the games."""

from pathlib import Path

from django.contrib.staticfiles import finders

from games.titles import TITLES
from machupicchu.sheets import SHEETS, SheetsOfGames

LONGEST = 400
"""Lines of a hand-written stylesheet; assembled ones may be longer."""


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


def test_they_are_collected(tmp_path: Path) -> None:
    assert [name for name, _storage in SheetsOfGames().list(None)] == [*SHEETS]


def test_no_sheet_is_longer_than_can_be_read_in_one_go() -> None:
    sheets = [path for folder in finders.find("css", find_all=True) for path in Path(folder).glob("*.css")]
    lengths = {path.name: len(path.read_text().splitlines()) for path in sheets if f"css/{path.name}" not in SHEETS}
    assert "match_seats.css" in lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}

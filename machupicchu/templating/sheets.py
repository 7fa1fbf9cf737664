"""Stylesheets assembled from the folders of the games: each game adds its part, and no sheet names a game."""

from collections.abc import Iterable, Iterator
from os import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SHEETS = {"css/games.css": "accent.css", "css/dyes.css": "dyes.css"}
"""The generated sheets, each with the name of the file that a game may have next to its `static/`."""


class SheetsOfGames(BaseFinder):
    """A finder of the generated sheets; it rewrites each when its parts have changed."""

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The path of a sheet, or of the folder that contains them."""
        folder = _written()
        found = [str(folder / path)] if (folder / path).exists() else []
        return found if find_all or not found else found[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """All sheets, for `collectstatic`."""
        storage = FileSystemStorage(_written())
        yield from ((name, storage) for name in SHEETS)


def _written() -> Path:
    folder: Path = settings.VAR_DIR / "sheets"
    for name, part in SHEETS.items():
        parts = [Path(static).parent / part for static in settings.STATICFILES_DIRS]
        text = "\n".join(path.read_text(encoding="utf-8") for path in parts if path.is_file())
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".new", delete=False) as new:
                new.write(text)
            replace(new.name, file)  # atomic: other processes read it
    return folder

"""Static files as served: complete stylesheets, in the order in which they are written."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage, Storage

from machupicchu.templating.static_storage import BRINGS_IN, HashedFiles


@pytest.fixture
def collected(tmp_path: Path, settings: Any) -> Path:
    """The project's stylesheets, fonts and pictures, processed into a folder."""
    settings.STATIC_ROOT = tmp_path
    storage = HashedFiles()
    paths: dict[str, tuple[Storage, str]] = {}
    for folder in ("css", "fonts", "img"):
        for name, source in _files(folder):
            paths[name] = (source, name)
            with source.open(name) as file:
                storage.save(name, file)
    assert all(not isinstance(done[2], Exception) for done in storage.post_process(paths))
    return tmp_path


def _files(folder: str) -> Iterator[tuple[str, Storage]]:
    for found in finders.find(folder, find_all=True):
        root = Path(found).parent
        source = FileSystemStorage(root)
        for file in sorted((root / folder).rglob("*.*")):
            yield str(file.relative_to(root)), source


@pytest.mark.long
def test_a_stylesheet_is_sent_with_what_it_imports(collected: Path) -> None:
    for name in ("site", "at_the_board"):
        (sent,) = collected.glob(f"css/{name}.????????????.css")
        text = sent.read_text()
        assert "@import" not in text
        source = Path(finders.find(f"css/{name}.css")).read_text()
        imported = BRINGS_IN.findall(source)
        assert len(imported) == source.count("@import") >= 5
        firsts = [Path(finders.find(f"css/{part}")).read_text().splitlines()[0] for part, _layer in imported]
        layers = [f"@layer {layer} {{\n" if layer else "\n" for _part, layer in imported]
        places = [text.index(layer + first) for layer, first in zip(layers, firsts, strict=True)]
        assert places == sorted(places)
        assert text.count("{") == text.count("}")


@pytest.mark.long
def test_pictures_in_imported_stylesheets_are_hashed(collected: Path) -> None:
    (sent,) = collected.glob("css/site.????????????.css")
    assert 'url("../fonts/archivo-basic.woff2")' not in sent.read_text()
    assert "archivo-basic." in sent.read_text()


def test_letters_have_the_weights_and_widths_of_the_scale() -> None:
    own = re.compile(r"(?m)^\s+font(?:-weight|-stretch)?: \d+%?[ ;].*")
    folders = [Path(found) for found in finders.find("css", find_all=True)]
    assert len(folders) > 4
    sheets = [
        path for folder in folders for path in folder.glob("*.css") if path.name not in ("tokens.css", "admin.css")
    ]
    assert {path.name: found for path in sheets if (found := own.findall(path.read_text()))} == {}

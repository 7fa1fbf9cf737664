"""The folders that contain the templates of this site, as its engines read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.template import engines

LIBRARIES = "site-packages"
"""The folder in which libraries are installed."""


def folders_of(engine: str) -> list[Path]:
    """The folders of `django` or `jinja2`, in the order in which they are searched; none of a library."""
    backend: Any = engines[engine]
    found = _dirs(backend.engine.template_loaders) if engine == "django" else backend.template_dirs
    return [Path(folder) for folder in found if LIBRARIES not in Path(folder).parts]


def templates_in(folders: Iterable[Path]) -> Iterator[str]:
    """The names of the HTML templates in these folders."""
    for folder in folders:
        for file in sorted(folder.rglob("*.html")):
            yield str(file.relative_to(folder))


def _dirs(loaders: Iterable[Any]) -> Iterator[Any]:
    """The folders of these loaders, and of those that they wrap."""
    for loader in loaders:
        if hasattr(loader, "get_dirs"):
            yield from loader.get_dirs()
        else:
            yield from _dirs(loader.loaders)

"""Work that a process would otherwise do while its first visitor waits: load URLs and views, compile templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.forms.renderers import get_default_renderer
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.urls import reverse


def warm() -> int:
    """Load the URLs with their views, and compile all templates. Returns the number of templates."""
    reverse("home")
    widgets: Any = get_default_renderer()
    found = 0
    for engine in (*engines.all(), widgets.engine):
        names = engine.env.list_templates() if isinstance(engine, Jinja2) else _names(map(Path, engine.dirs))
        for name in names:
            engine.get_template(name)
            found += 1
    return found


def _names(folders: map[Path]) -> list[str]:
    """The names of the site's own Django templates, without those of libraries and of Jinja2."""
    others = {Path(folder) for engine in engines.all() if isinstance(engine, Jinja2) for folder in engine.dirs}
    return [
        str(file.relative_to(folder))
        for folder in folders
        for file in sorted(folder.rglob("*.html"))
        if others.isdisjoint(file.parents)
    ]

"""Work that a process would otherwise do while its first visitor waits: load URLs and views, compile templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.forms.renderers import get_default_renderer
from django.template import engines
from django.urls import reverse

from machupicchu.templating.template_folders import folders_of, templates_in


def warm() -> int:
    """Load the URLs with their views, and compile all templates. Returns the number of templates."""
    reverse("home")
    widgets: Any = get_default_renderer()
    found = 0
    for engine, folders in (
        (engines["django"], folders_of("django")),
        (engines["jinja2"], folders_of("jinja2")),
        (widgets.engine, list(map(Path, widgets.engine.dirs))),
    ):
        for name in templates_in(folders):
            engine.get_template(name)
            found += 1
    return found

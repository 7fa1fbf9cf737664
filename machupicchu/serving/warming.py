"""Work that a process would otherwise do while its first visitor waits: load URLs and views, compile templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.forms.renderers import get_default_renderer
from django.template import engines
from django.urls import reverse

from games.engine import GAMES
from machupicchu.templating.jinja import included
from machupicchu.templating.template_folders import folders_of, templates_in

ALONE = {
    "games/match/chat.html",
    "games/match/chat_form.html",
    "games/match/chat_lines.html",
    "games/parts/clock.html",
}
"""Templates that others include, and that pages show by themselves too, as they do those of games."""


def warm() -> int:
    """Load the URLs with their views, and compile all templates that pages name. Returns the number of templates."""
    reverse("home")
    widgets: Any = get_default_renderer()
    found = 0
    for engine, folders, within in (
        (engines["django"], folders_of("django"), set[str]()),
        (engines["jinja2"], folders_of("jinja2"), _within_others()),
        (widgets.engine, list(map(Path, widgets.engine.dirs)), set[str]()),
    ):
        for name in templates_in(folders):
            if name not in within:
                engine.get_template(name)
                found += 1
    return found


def _within_others() -> set[str]:
    """The templates that are compiled with those that include them, and are not needed otherwise."""
    files = (file for folder in folders_of("jinja2") for file in folder.rglob("*.html"))
    found = {name for file in files for name in included(file.read_text())}
    return {name for name in found if name.split("/")[1] not in GAMES} - ALONE

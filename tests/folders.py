"""The folders of the site, for tests that look through all of its code."""

from pathlib import Path

from django.conf import settings

from machupicchu.templating.template_folders import folders_of

BESIDE = ("examples", "tests")
"""Packages that the site does not need."""

OURS = tuple(sorted({file.parent.name for file in settings.BASE_DIR.glob("*/__init__.py")} - set(BESIDE)))


def template_folders() -> list[Path]:
    """The folders of templates, of both engines."""
    return [folder for engine in ("django", "jinja2") for folder in folders_of(engine)]

"""Adds a game from another folder to the site, for the time of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.test import override_settings

from games import titles
from games.pages import completeness


@contextmanager
def registered(package: str) -> Iterator[list[str]]:
    """Do all that `games/titles/__init__.py`, the settings and the start of the site do for a folder of `games/titles`.

    Gives the list of parts that the game lacks.
    """
    folder = Path(import_module(package.rpartition(".")[0]).__path__[0]) / package.rpartition(".")[2]
    engines = deepcopy(settings.TEMPLATES)
    for engine, name in zip(engines, ("templates", "jinja"), strict=True):
        engine["DIRS"] = [*engine["DIRS"], folder / name]
    before = dict(titles.TITLES)
    with override_settings(TEMPLATES=engines, STATICFILES_DIRS=[*settings.STATICFILES_DIRS, folder / "static"]):
        titles.add(package)
        completeness.leave_out_half_made()
        try:
            yield titles.HALF_MADE.pop(package, [])
        finally:
            for key in {*titles.TITLES} - {*before}:
                del titles.TITLES[key], titles.GAMES[key]

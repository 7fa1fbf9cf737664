"""A game is on the site when it has all its parts. A half-made one is left out, and `manage.py check` says why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.core.checks import CheckMessage, Warning, register
from django.template import engines
from jinja2 import TemplateNotFound

from games.ai.chances import CURVES, OPEN_CURVES
from games.ai.levels import LEVELS
from games.ai.strength import SHARES
from games.catalogue import Leaflet, leaflet_of
from games.pages.boards.presenter import Presenter, ScoreChart
from games.pages.titles import Pages, pages_of
from games.titles import HALF_MADE, TITLES, leave_out, names_of
from games.titles.manifest import Title

FILES = (
    "accent.css",
    "board/lesson.txt",
    "board/example.txt",
    "templates/games/rules/{key}.html",
    "static/img/plate-{key}.svg",
    "static/img/band-{key}.svg",
    "static/img/card-{key}.jpg",
)
"""The files that pages read from every game's folder, besides its modules and its board's templates."""


def leave_out_half_made() -> None:
    """Check every game once, when the site starts."""
    for title in [*TITLES.values()]:
        if missing := missing_parts(title):
            leave_out(title.key, missing)


def missing_parts(title: Title) -> list[str]:
    """The parts that a game lacks for its pages and its computer players; empty if it is complete."""
    files = (file.format(key=title.key) for file in FILES)
    if missing := [file for file in files if not (title.folder / file).is_file()]:
        return missing
    try:
        leaflet = leaflet_of(title)
    except Exception as error:
        return [f"leaflet.py that can be imported, with LEAFLET ({type(error).__name__}: {error})"]
    try:
        pages = pages_of(title)
        return [*_of_numbers(title), *_of_board(title, pages), *_of_words(title, pages, leaflet), *_of_texts(pages)]
    except Exception as error:  # whatever is wrong with one game, the others must stay playable
        return [f"pages.py that can be imported, with PAGES ({type(error).__name__}: {error})"]


def _of_numbers(title: Title) -> Iterator[str]:
    rules = title.rules
    for seats in rules.SEATS:
        if seats not in CURVES[title.key]:
            yield f"bot/chances.toml: {seats}"
        if seats not in rules.OPEN_SEATS and seats not in OPEN_CURVES[title.key]:
            yield f"bot/chances.toml: open.{seats}"
    yield from (f"bot/strength.toml: {level}" for level in [*LEVELS][1:] if level not in SHARES[title.key])


def _of_board(title: Title, pages: Pages) -> Iterator[str]:
    missing = [name for name in names_of(Presenter) if not hasattr(pages.presenter, name)]
    yield from (f"board/__init__.py: {name}" for name in missing)
    if "score_chart" not in missing:
        lacks = (name for name in names_of(ScoreChart) if not hasattr(pages.presenter.score_chart, name))
        yield from (f"board/score_chart.py: {name}" for name in lacks)
    for name in {"TEMPLATE", "DISPLAY", "WORDS", "KIT", "BESIDE", "PICTURE"}.difference(missing):
        template = getattr(pages.presenter, name)
        if template and not _is_there(template):
            yield f"jinja/{template}"
    if "STYLE" not in missing and not (title.folder / "static" / pages.presenter.STYLE).is_file():
        yield f"static/{pages.presenter.STYLE}"


def _of_words(title: Title, pages: Pages, leaflet: Leaflet) -> Iterator[str]:
    """Words for every variant and every standing order."""
    orders = getattr(pages.presenter, "ORDERS", {})
    asked = chain(
        (("leaflet.py: options", option, leaflet.options) for option in title.rules.OPTIONS),
        (("board/__init__.py: ORDERS", option, orders) for option in title.rules.STANDING_ORDERS),
    )
    for place, option, words in asked:
        said = words[option.name][1] if option.name in words else {}
        yield from (f"{place}, {option.name}={value}" for value in option.values if value not in said)


def _of_texts(pages: Pages) -> Iterator[str]:
    if not pages.lesson.steps:
        yield "board/lesson.py: a step"
    if not callable(pages.examples):
        yield "board/rulebook.py: examples"


def _is_there(template: str) -> bool:
    """Whether the file is there. Compiling it is left to who draws it: most processes, like workers, draw no board."""
    engine: Any = engines["jinja2"]
    try:
        engine.env.loader.get_source(engine.env, template)
    except TemplateNotFound:
        return False
    return True


@register()
def check_games(**kwargs: Any) -> list[CheckMessage]:
    """List each part that a game lacks."""
    return [
        Warning(
            f"The game in {package} is left out: it lacks {part}.",
            hint='See "Adding a game" in CONTRIBUTING.md.',
            id="games.W001",
        )
        for package, parts in HALF_MADE.items()
        for part in parts
    ]

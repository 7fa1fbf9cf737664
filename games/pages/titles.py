"""The parts that each game provides for pages: `PAGES` in the `pages.py` of its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.titles import OfEachGame
from games.titles.manifest import Title

if TYPE_CHECKING:
    from games.pages.boards.lesson_script import Lesson
    from games.pages.boards.presenter import Presenter


@dataclass(frozen=True, slots=True)
class Sample:
    """A row of things that a board distinguishes by colour, rendered by a template."""

    template: str
    dyes: Sequence[tuple[str, str]]
    """The name of each in the style sheet, and the icon on it; "" for none."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Everything that a game provides for pages."""

    presenter: Presenter
    lesson: Lesson
    examples: Callable[[], dict[str, Any]]
    """Worked examples for the rules page, calculated by the engine so that page and play agree."""
    signs: frozenset[str] = frozenset()
    """Icons that pages without this game need not load: they are in its `img/<game>/drawings.svg`."""
    sample: Sample | None = None
    """A sample of its colours, for those who choose a colour set."""


def pages_of(title: Title) -> Pages:
    """The parts that one game provides."""
    pages: Pages = import_module(f"{title.package}.pages").PAGES
    return pages


PAGES: Mapping[str, Pages] = OfEachGame(pages_of)

PRESENTERS: Mapping[str, Presenter] = OfEachGame(lambda title: PAGES[title.key].presenter)
"""The presenter of each game."""

LESSONS: Mapping[str, Lesson] = OfEachGame(lambda title: PAGES[title.key].lesson)
"""The lesson of each game."""

EXAMPLES: Mapping[str, Callable[[], dict[str, Any]]] = OfEachGame(lambda title: PAGES[title.key].examples)
"""The worked examples of each rule book."""

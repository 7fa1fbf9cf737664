"""The choices shown as tables: the cards of the hand on the free stairs, and the two orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

from games.pages.boards.menu import Choice
from games.titles.machu_picchu.rules.precinct import STAIRS
from games.titles.machu_picchu.rules.state import Decision, Laid, View

from .menu import steps_of
from .outlook import likely_priest, step
from .rounds import Move, moves, outcome_css
from .words import MOVES, step_mark
from .words import STAIRS as STAIR_WORDS


@dataclass(frozen=True, slots=True)
class Column:
    """A free stair."""

    letter: str
    name: str | Promise
    moves: str | Promise


@dataclass(frozen=True, slots=True)
class Cell:
    """A card on a free stair; `mark` is the step of the likely priest in a few letters."""

    choice: Choice
    stair: str
    mark: str
    gain: int
    is_out: bool

    @property
    def css(self) -> str:
        """The CSS class for the outcome of the step."""
        return outcome_css(self.gain, self.is_out)


@dataclass(frozen=True, slots=True)
class Line:
    """A card of the hand, with the priest it most probably moves; `key` is the number key that leads to it."""

    number: int
    priest: int
    percent: int
    key: int
    cells: list[Cell] = field(default_factory=list)

    @property
    def targets(self) -> str:
        """The places of the card on all free stairs."""
        return " ".join(cell.choice.target for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Course:
    """One of the two orders, with the four steps it leads to."""

    choice: Choice
    moves: list[Move]


def columns(view: View) -> list[Column]:
    """The free stairs."""
    return [
        Column(letter, STAIR_WORDS[letter], MOVES[letter])
        for letter, card in zip(STAIRS, view.stairs, strict=True)
        if card is None
    ]


def lines(view: View, choices: Mapping[str, Choice]) -> list[Line]:
    """The cards of the hand; `choices` are the legal actions by their notation."""
    found: dict[int, Line] = {}
    if view.decision is not Decision.LAY:
        return []
    for value, choice in choices.items():
        _verb, number, stair = value.split()
        line = found.setdefault(int(number), _line(view, int(number), len(found) + 1))
        made = step(view, line.priest, stair)
        line.cells.append(Cell(choice, stair, step_mark(made), sum(made.stones), made.end is None))
    return list(found.values())


def _line(view: View, number: int, key: int) -> Line:
    priest, chance = likely_priest(view, number)
    return Line(number, priest, round(100 * chance), key)


def courses(view: View, choices: Mapping[str, Choice]) -> list[Course]:
    """The two orders with their steps."""
    if view.decision is not Decision.ORDER:
        return []
    laid = tuple(Laid(card.number, card.seat) for card in view.stairs if card is not None and card.number is not None)
    return [Course(choice, moves(steps_of(view, int(value.split()[1][0])), laid)) for value, choice in choices.items()]

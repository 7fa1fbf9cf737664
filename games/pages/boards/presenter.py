"""The presentation of a game: the interface of the package `board` of each game.

A module is a presenter: it is imported, never instantiated. What a game does not have comes from `usual.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from games.engine.contract import Outcome
from games.pages.boards.curves import Subject
from games.pages.boards.marks import Mark, Motion
from games.pages.boards.menu import Group
from games.pages.boards.product import Product
from games.pages.boards.reminders import Reminder
from games.pages.boards.stock import Stock

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

Words = str | Promise


class ScoreChart(Protocol):
    """Points over time."""

    @property
    def POINTS(self) -> Words:  # noqa: N802 - a constant of a module
        """The title of the chart for readers who may know the points."""

    @property
    def PUBLIC(self) -> Words:  # noqa: N802
        """The title of the chart for all others."""

    def hides(self, view: Any) -> bool:
        """Whether the points of this game are hidden while it runs."""

    def points(self, view: Any) -> tuple[int, ...]:
        """The points of each seat, or of each team."""

    def public(self, view: Any) -> tuple[int, ...]:
        """The public numbers of each subject."""

    def subjects(self, view: Any) -> list[Subject] | None:
        """The subjects of the numbers from `public`; None if they are about the seats."""


class Presenter(Protocol):
    """The board of a game on a page."""

    TEMPLATE: str
    """The template of the board with the hands and tables around it."""
    DISPLAY: str
    """The template of the board alone, for examples, and for pages with several boards: element ids start with the
    variable `apart`.
    """
    WORDS: str
    """The template of the board in words."""
    KIT: str
    """The template with the `<symbol>`s that these use."""
    PICTURE: str
    """The template of the board as one drawing, for emails; "" for none. It may use only letters in `flat.LETTERS`."""
    BESIDE: str
    """The template beside the seats, if there is one."""
    STYLE: str
    """The style sheet."""
    CLASS: str
    """The CSS class around the board."""

    @property
    def REMINDERS(self) -> Sequence[Reminder]:  # noqa: N802
        """The rules in short, with the places they are about."""

    @property
    def ORDERS(self) -> Mapping[str, tuple[Words, Mapping[str, Words]]]:  # noqa: N802
        """The words for the standing orders: for each, its question and its answers."""

    @property
    def score_chart(self) -> ScoreChart:
        """Points over time."""

    def board(self, position: Position, groups: list[Group]) -> dict[str, Any]:
        """The context of the board's template; `groups` is the menu of the position."""

    def drawings(self) -> dict[str, Any]:
        """The context, under the name `board`, of the figures in the rule book."""

    def menu(self, position: Position) -> list[Group]:
        """Every legal action once, grouped as a player thinks of them."""

    def task(self, view: Any) -> str:
        """The task of the deciding seat, in a word or two."""

    def intro(self, position: Position) -> SafeString | str:
        """A sentence for the deciding seat: why it is asked, or facts that it should know."""

    def asks_me(self, view: Any) -> str:
        """The turn bar's sentence for the seat to move."""

    def asks_other(self, view: Any) -> str:
        """The turn bar's sentence for everyone else, with `{name}` for the seat to move."""

    def log_line(self, position: Position, entry: Entry) -> SafeString:
        """An action in a sentence, as far as the reader may know it."""

    def log_detail(self, position: Position, entry: Entry) -> list[SafeString | str]:
        """The immediate consequences of the action, in sentences."""

    def log_sign(self, entry: Entry) -> str:
        """The icon of the thing that an action is about, as far as the reader may know it; "" for none."""

    def motions(self, position: Position, entry: Entry) -> list[Motion]:
        """The movements of the pieces."""

    def marks(self, position: Position, entry: Entry) -> list[Motion | Mark]:
        """The marks and moves that show an action on the board before it is played."""

    def stocks(self, view: Any, before: Any, number: int) -> list[Stock]:
        """The public stock of a seat, with what changed since the view `before`."""

    def part_label(self, name: str) -> Words:
        """The name of a part of the points."""

    def part_kind(self, name: str) -> str:
        """The kind with which a part of the points is drawn and counted."""

    def product(self, outcome: Outcome, number: int) -> Product | None:
        """The factor that multiplies a seat's points at the end; None in games without one."""

    def reason_label(self, reason: str) -> Words:
        """The label of the reason why the game ended."""

    def end_rule(self, view: Any) -> str:
        """The rule paragraph that says how points are counted."""

    def tie_breaks(self, view: Any) -> Sequence[tuple[Words, list[int]]]:
        """The tie-breaks in order, each with the number of each seat."""

    def chapter(self, view: Any) -> str:
        """The part of the game that a view belongs to, such as its day or round; empty in games that have none."""

    def partners(self, view: Any) -> Sequence[list[int]]:
        """The seats that play together, in games that have teams."""

"""The menu of legal actions, grouped as a player thinks of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING, Generic, TypeVar

from django.utils.functional import Promise

from common.sentences import pgettext

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

ViewT = TypeVar("ViewT")
SeatT = TypeVar("SeatT")


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action as a button.

    - `value`: the notation of the action
    - `hint`: one line about its consequence
    - `key`: the number key that presses it, "" for none
    - `target`: the places on the board that it is about, by their `data-place`, separated by spaces
    - `kind`: the name of the card whose colour and picture the button has
    - `crossing`: its row and column where two choices cross, such as a card and a stair
    """

    value: str
    label: str
    hint: str = ""
    key: str = ""
    target: str = ""
    kind: str = ""
    icon: str = ""
    crossing: tuple[str | Promise, str | Promise] | None = None

    @property
    def slug(self) -> str:
        """The value as part of an element's id."""
        return self.value.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Group:
    """Actions of one kind, such as "buy", "play" or "draw".

    `verb` is what each does, for readers who do not see the group's title; `columns` is how many are side by side.
    `template` renders the buttons: as a list, unless the game draws its own table.
    """

    verb: str
    title: str
    actions: list[Choice] = field(default_factory=list)
    columns: int = 1
    template: str = "games/match/choices.html"


def number_keys() -> Iterator[str]:
    """The number keys from 1 to 9, for one choice each; "" for all further choices."""
    yield from "123456789"
    yield from repeat("")


def in_words(groups: Sequence[Group]) -> dict[str, str]:
    """The texts of a menu's buttons, by the notation of their actions."""
    return {choice.value: _said(group.verb, choice.label) for group in groups for choice in group.actions}


def _said(verb: str, label: str) -> str:
    """An action in words; not every language puts the verb first."""
    if not verb or not label:
        return verb or label
    return pgettext("an action, as: Lay 7 on the east stair", "{verb} {choice}").format(verb=verb, choice=label)


@dataclass(frozen=True, slots=True)
class Reader(Generic[ViewT, SeatT]):
    """The reader of a menu: the seat that decides, with its view."""

    position: Position

    @property
    def view(self) -> ViewT:
        """The view of the seat."""
        view: ViewT = self.position.view
        return view

    @property
    def number(self) -> int:
        """The number of the seat."""
        assert self.position.seat is not None
        return self.position.seat

    @property
    def seat(self) -> SeatT:
        """The seat's part of the view."""
        seat: SeatT = self.position.view.seats[self.number]
        return seat


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board; `choice` is the legal action that it stands for, if there is one."""

    name: str
    choice: Choice | None = None
    changed: bool = False


class Places:
    """The places on the board by name, each with its choice and whether the last action changed it."""

    def __init__(self, groups: Sequence[Group], changed: Set[str]) -> None:
        self._changed = changed
        self._choices: dict[str, Choice] = {}
        for choice in (choice for group in groups for choice in group.actions):
            for name in choice.target.split():
                # The first is the plain one: `play grain` comes before `play grain x2`.
                self._choices.setdefault(name, choice)

    def __getitem__(self, name: str) -> Place:
        return Place(name, self._choices.get(name), name in self._changed)

"""The pieces on the drawn precinct: stones, cards, priests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.sentences import gettext as _
from games.pages.boards.menu import Choice
from games.pages.boards.names import name_of
from games.titles.machu_picchu.rules.data import LARGEST
from games.titles.machu_picchu.rules.precinct import STAIRS
from games.titles.machu_picchu.rules.state import Decision, LaidView, Step, View

from . import geometry
from .geometry import Point
from .rounds import stairs_of
from .words import MOVES, ON_STAIRS, field_name

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Stone:
    """A place of the supply: `value` is None if its stone has been taken; `is_next` marks the next one to take."""

    value: int | None
    at: Point
    is_next: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A card on a stair; `number` is None while the viewer does not know it, `priest` None before the reveal."""

    number: int | None
    is_open: bool
    is_new: bool
    owner: int | None
    priest: int | None
    label: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A card of the hand that may be laid on a stair; `place` is the number of the card in the hand, from 1."""

    number: int
    place: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Stair:
    """One of the four stairs, with the card on it or the cards that may be laid there."""

    letter: str
    card: Card | None
    chips: list[Chip]

    @property
    def at(self) -> Point:
        """The centre of a card on it."""
        return geometry.STAIRS[self.letter]

    @property
    def turn(self) -> int:
        """The rotation of a card on it that points north."""
        return geometry.TURNS[self.letter]

    @property
    def text(self) -> Point:
        """The position of the number of a card."""
        return geometry.number_on(self.letter)

    @property
    def owner(self) -> Point:
        """The position of the sign of the card's owner."""
        return geometry.owner_of(self.letter)

    @property
    def tip(self) -> Point:
        """The position of the sign of the priest that the card moves."""
        return geometry.tip_of(self.letter)


@dataclass(frozen=True, slots=True)
class Figure:
    """A priest, outside if it is on no field; `choice` is the order that starts with it."""

    number: int
    field: str | None
    at: Point
    is_mine: bool
    label: str
    choice: Choice | None

    @property
    def height(self) -> float:
        """Its size, relative to the largest."""
        return geometry.HEIGHTS[self.number]

    @property
    def foot(self) -> Point:
        """The point where it touches the ground."""
        return self.at.moved(0, 32)

    @property
    def belly(self) -> Point:
        """The position of its number."""
        return self.foot.moved(0, round(-26 * self.height))

    @property
    def ring(self) -> int:
        """Half the width of the ring under it."""
        return round(42 * max(0.75, self.height))


@dataclass(frozen=True, slots=True)
class Trail:
    """The step of a priest in the last round moved, or half the way if it was blocked."""

    priest: int
    start: Point
    end: Point
    is_blocked: bool

    @property
    def line(self) -> str:
        """The trail as an SVG path."""
        return f"M{self.start.x} {self.start.y}L{self.end.x} {self.end.y}"


def supply(values: tuple[int, ...], left: int, *, is_sun: bool) -> list[Stone]:
    """The stones `values` in their places; the last `left` of them are still to be taken."""
    taken = len(values) - left
    return [
        Stone(value if place >= taken else None, geometry.stone(place, is_sun=is_sun), place == taken)
        for place, value in enumerate(values)
    ]


def stairs(position: Position, choices: Mapping[str, Choice], hand: tuple[int, ...]) -> list[Stair]:
    """The four stairs; `choices` are the legal actions by their notation, `hand` are the cards to choose from."""
    view: View = position.view
    found = []
    for letter, card in zip(STAIRS, view.stairs, strict=True):
        chips = [
            Chip(number, place, choices[text])
            for place, number in enumerate(hand, 1)
            if (text := f"lay {number} {letter}") in choices
        ]
        found.append(Stair(letter, _card(position, letter, card) if card else None, chips))
    return found


def _card(position: Position, letter: str, card: LaidView) -> Card:
    owner = _("from the stock") if card.seat is None else _("by {name}").format(name=name_of(position, card.seat))
    if card.number is None:
        label = _("A face-down card on {stair}, {owner}")
    elif card.priest is None:
        label = _("{number} on {stair}, {owner}")
    else:
        label = _("{number} on {stair}, {owner}: priest {priest} {moves}")
    words = label.format(
        number=card.number, stair=ON_STAIRS[letter], owner=owner, priest=card.priest, moves=MOVES[letter]
    )
    return Card(card.number, card.is_open, _is_new(position, letter), card.seat, card.priest, words)


def _is_new(position: Position, letter: str) -> bool:
    """Whether the last action laid the card on this stair."""
    plays = [entry.text for entry in position.entries if entry.text]
    return bool(plays) and plays[-1].startswith("lay") and plays[-1].endswith(letter)


def figures(position: Position, choices: Mapping[str, Choice]) -> list[Figure]:
    """The priests, from north to south: those in the south are drawn in front."""
    view: View = position.view
    orders = {LARGEST: f"order {LARGEST}-1", 1: f"order 1-{LARGEST}"}
    found = [
        Figure(
            number=number,
            field=priest.field,
            at=geometry.centre(priest.field) if priest.field else _outside(view, number),
            is_mine=is_mine(position, number),
            label=_figure_label(position, number),
            choice=choices.get(orders.get(number, "")),
        )
        for number, priest in enumerate(view.priests, 1)
    ]
    return sorted(found, key=lambda figure: figure.at.y)


def _figure_label(position: Position, number: int) -> str:
    field = position.view.priests[number - 1].field
    label = _("Priest {number}, yours, {where}") if is_mine(position, number) else _("Priest {number}, {where}")
    return label.format(number=number, where=_("on {field}").format(field=field_name(field)) if field else _("outside"))


def _outside(view: View, number: int) -> Point:
    """The position of a priest that went over the wall."""
    assert view.last is not None
    step = next(step for step in view.last.steps if step.priest == number)
    return geometry.ahead(step.start, stairs_of(view.last)[number])


def your_seat(position: Position) -> int | None:
    """The seat whose priests are "yours": that of the view, or the reader's own if the view shows everything."""
    view: View = position.view
    return position.seat if view.seat is None else view.seat


def is_mine(position: Position, priest: int) -> bool:
    """Whether a priest scores for the reader."""
    seat = your_seat(position)
    return seat is not None and str(priest) in (position.view.seats[seat].pair or "")


def shows_last_moves(view: View) -> bool:
    """Whether the board still shows the priests' last moves: until the second card of the next round is laid."""
    if view.decision is Decision.LAY:
        return view.stairs.count(None) >= len(STAIRS) - 1
    return view.decision is not Decision.ORDER


def trails(view: View) -> list[Trail]:
    """The trails of the priests' last moves, as long as the board shows them."""
    if view.last is None or not shows_last_moves(view):
        return []
    by_priest = stairs_of(view.last)
    return [_trail(step, by_priest[step.priest]) for step in view.last.steps]


def _trail(step: Step, stair: str) -> Trail:
    start = geometry.centre(step.start)
    ahead = geometry.ahead(step.start, stair)
    if step.end == step.start:
        return Trail(step.priest, start, Point((start.x + ahead.x) // 2, (start.y + ahead.y) // 2), is_blocked=True)
    return Trail(step.priest, start, ahead, is_blocked=False)

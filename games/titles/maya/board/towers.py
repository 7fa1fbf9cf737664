"""The towers of Maya as drawn: on the board and on the rules page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.enumerating import clauses, enumerated, listed
from common.sentences import gettext as _
from common.sentences import ngettext
from games.titles.maya.rules.data import LADDER_PLACES
from games.titles.maya.rules.pieces import is_connected, is_finished
from games.titles.maya.rules.state import TWO, Decision, View

from . import geometry
from .geometry import Point
from .words import BY_LETTER, SIDES, Color

NOBODYS = ""
"""The side of a free ladder place, and of a tower without a priest."""


@dataclass(frozen=True, slots=True)
class Level:
    """A piece in its tower; `clamps` hold it to the piece below, `moved` is where the last swap brought it from."""

    number: int
    color: Color
    letter: float
    clamps: tuple[Point, ...]
    moved: str


@dataclass(frozen=True, slots=True)
class Stair:
    """A place for a ladder, and the side whose ladder is there."""

    x: int
    side: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Stela:
    """The monolith with the raven."""

    at: Point
    raven: int
    perch: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower as drawn; `stela` stands behind it and is drawn first. `swap` numbers the swaps, for the animation.

    `name` is written on it in place of its number, if not empty.
    """

    number: int
    at: Point
    title: str
    levels: tuple[Level, ...]
    stairs: tuple[Stair, ...]
    priest: str
    is_frozen: bool = False
    stela: Stela | None = None
    swap: int = 0
    name: str = ""


def tower(view: View, before: View, number: int, stela: Stela | None) -> Tower:
    """A tower as the board draws it; `before` is the view before the last action."""
    letters = view.towers[number - 1]
    has_stairs = view.seats == TWO and view.decision is not Decision.PLACE
    stands_behind = stela is not None and stela.second == number and not geometry.is_in_a_row(stela.first, number)
    return Tower(
        number=number,
        at=geometry.tower(number),
        title=title(view, number),
        levels=levels(letters, view.raven, _moved(view, number)),
        stairs=stairs(number, view.ladders[number - 1], before.ladders[number - 1]) if has_stairs else (),
        priest=side(view.priests[number - 1]),
        is_frozen=view.monolith is not None and number in view.monolith and not view.over,
        stela=stela if stands_behind else None,
        swap=view.swaps,
    )


def stela(view: View) -> Stela | None:
    """The monolith, None while it is beside the board."""
    if view.monolith is None or view.raven is None:
        return None
    first, second = view.monolith
    return Stela(geometry.stela(first, second), view.raven, geometry.perch(view.raven), first, second)


def side(seat: int | None) -> str:
    """The side of a seat in a duel."""
    return NOBODYS if seat is None else SIDES[seat]


def levels(letters: str, cut: int | None = None, moved: str = "") -> tuple[Level, ...]:
    """The pieces of a tower, the base first; those from `cut` upwards came from the direction `moved`."""
    return tuple(
        Level(
            level,
            BY_LETTER[letter],
            geometry.LETTERS[level - 1],
            geometry.clamps(level) if level > 1 and is_connected(letters, level) else (),
            moved if cut is not None and level >= cut else "",
        )
        for level, letter in enumerate(letters, 1)
    )


def stairs(number: int, ladders: Sequence[int], were: Sequence[int]) -> tuple[Stair, ...]:
    """The ladder places of a tower: white ladders, black ones, free places; a ladder added since `were` is new."""
    white, black = ladders
    sides = [SIDES[0]] * white + [SIDES[1]] * black
    sides += [NOBODYS] * (LADDER_PLACES[number - 1] - len(sides))
    new = white - 1 if white > were[0] else white + black - 1 if black > were[1] else -1
    places = geometry.LADDERS[: len(sides)]
    return tuple(Stair(x, owner, place == new) for place, (x, owner) in enumerate(zip(places, sides, strict=True)))


def _moved(view: View, number: int) -> str:
    """The direction from which the last swap brought the upper pieces of a tower; "" if it brought none."""
    if view.monolith is None or view.swaps == 0 or number not in view.monolith:
        return ""
    first, second = view.monolith
    if geometry.is_in_a_row(first, second):
        return "east" if number == first else "west"
    return "south" if number == first else "north"


def title(view: View, number: int) -> str:
    """A tower in words, for readers who cannot see it."""
    letters = view.towers[number - 1]
    if not letters:
        return _("Tower {number}: nothing built yet").format(number=number)
    said = [_("Tower {number}, from the base up: {pieces}").format(number=number, pieces=in_words(letters))]
    joints = [level for level in range(2, len(letters) + 1) if is_connected(letters, level)]
    if is_finished(letters):
        said.append(_("it is finished"))
    elif joints:
        sentence = ngettext(
            "joined: level {levels} to the one below", "joined: levels {levels} to those below", len(joints)
        )
        said.append(sentence.format(levels=listed(joints)))
    if view.seats == TWO and view.decision is not Decision.PLACE:
        white, black = view.ladders[number - 1]
        said.append(_("ladders: white {white}, black {black}").format(white=white, black=black))
        priest = view.priests[number - 1]
        if priest is not None:
            said.append(_("a white priest") if priest == 0 else _("a black priest"))
    if view.monolith and number in view.monolith:
        said.append(_("blocked by the monolith"))
    return clauses(said)


def in_words(letters: str) -> str:
    """The colours of a tower in words, the base first."""
    return enumerated(BY_LETTER[letter].name for letter in letters)

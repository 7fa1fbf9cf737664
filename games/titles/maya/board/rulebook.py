"""The worked examples of the rules page of Maya."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from common.enumerating import clauses, labelled
from games.titles.maya.board.geometry import Point
from games.titles.maya.board.towers import Tower, in_words, levels, side, stairs
from games.titles.maya.board.words import BY_LETTER, Color
from games.titles.maya.rules.board import TOWERS
from games.titles.maya.rules.data import LADDER_PLACES, LEVELS, MAJORITY_POINTS, PRIEST_POINTS
from games.titles.maya.rules.ending import majorities, points_of
from games.titles.maya.rules.pieces import is_finished
from games.titles.maya.rules.state import Swap
from games.titles.maya.rules.swaps import levels_to_cut, newly_connected, swapped

PAIR = (1, 2)
"""The towers of every example with two."""
SWAPPED = (("gkpto", "rybkn"), 4)
"""MAY 3: two towers, and the level from which they swap places."""
BOUND = ("yrkkg", "ppptb")
"""MAY 3: two towers with connected pieces."""
BUILT = (("bgrrr", "rrgpn"), 3, ((1, 0), (0, 2)))
"""MAY 4.4: two towers, the level of the swap, and the ladders at each before it."""
BUILT_PLACES = (2, 3)
"""MAY 4.4: the places of these two towers on the board: B in a corner with two ladder places, A next to it."""
LADDERS_AT_THE_END = ((1, 1), (1, 0), (0, 1), (1, 1), (2, 1), (1, 0), (0, 1), (1, 2), (0, 1))
PRIESTS_AT_THE_END = {1: 1, 8: 0}
"""MAY 4.7: White's and Black's ladders at each tower, and the owner of each priest, by tower."""
GROUPS = ((5,), (4,), (3,), (2,), (2, 2), (3, 2))
"""MAY 5: the ways in which the five pieces of a colour may be connected."""
PRINTED = GROUPS[:-1]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two towers side by side."""

    towers: list[Tower]
    words: str


@dataclass(frozen=True, slots=True)
class Cuts:
    """The levels at which a tower may be cut."""

    name: str
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A tower of the scoring example with the points it brings White and Black."""

    number: int
    ladders: tuple[int, int]
    priest: str
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Worth:
    """The points for one way to connect the pieces of a colour."""

    groups: tuple[int, ...]
    points: int
    is_printed: bool


def examples() -> dict[str, Any]:
    """All tables and examples of the rules page, computed from the rules."""
    return {
        "colors": [_single(color) for color in BY_LETTER.values()],
        "places": [(number, LADDER_PLACES[number - 1]) for number in TOWERS],
        "swap": [_pair(SWAPPED[0]), _pair(_after(*SWAPPED), SWAPPED[1])],
        "bound": _pair(BOUND),
        "cuts": [Cuts(name, levels_to_cut(tower)) for name, tower in zip("AB", BOUND, strict=True)],
        "common_cuts": sorted(set.intersection(*(set(levels_to_cut(tower)) for tower in BOUND))),
        "built": _built(),
        "scores": [_score(number) for number in TOWERS],
        "totals": _totals(),
        "worths": [Worth(groups, points_of(groups), groups in PRINTED) for groups in GROUPS],
    }


def _after(towers: tuple[str, str], level: int) -> tuple[str, str]:
    first, second = swapped(towers, Swap(*PAIR, level))
    return first, second


def _drawn(
    place: int, letters: str, ladders: tuple[int, int] | None = None, priest: int | None = None, cut: int | None = None
) -> Tower:
    """A tower of an example, A or B; given `ladders`, with as many ladder places as its tower on the board."""
    name = "AB"[place]
    return Tower(
        number=PAIR[place],
        at=Point(150 + 292 * place, 180),
        title=labelled(name, in_words(letters)),
        levels=levels(letters, cut),
        stairs=() if ladders is None else stairs(BUILT_PLACES[place], ladders, ladders),
        priest=side(priest),
        name=name,
    )


def _single(color: Color) -> Tower:
    """The finished tower of a colour."""
    return Tower(0, Point(150, 180), str(color.name), levels(color.letter * LEVELS), (), "")


def _pair(towers: tuple[str, str], cut: int | None = None) -> Pair:
    drawn = [_drawn(place, letters, cut=cut) for place, letters in enumerate(towers)]
    return Pair(drawn, clauses(tower.title for tower in drawn))


def _built() -> list[Pair]:
    """The two towers before and after White's swap.

    A ladder is added where something was connected and a place is free, then the priest.
    """
    towers, level, ladders = BUILT
    after = _after(towers, level)
    joined = newly_connected(after, Swap(*PAIR, level))
    now = [
        (white + 1, black) if number in joined and white + black < LADDER_PLACES[tower - 1] else (white, black)
        for number, tower, (white, black) in zip(PAIR, BUILT_PLACES, ladders, strict=True)
    ]
    priests = [0 if is_finished(tower) else None for tower in after]
    before_drawn = [_drawn(place, towers[place], ladders[place]) for place in range(len(towers))]
    after_drawn = [_drawn(place, after[place], now[place], priests[place]) for place in range(len(after))]
    return [Pair(drawn, clauses(tower.title for tower in drawn)) for drawn in (before_drawn, after_drawn)]


def _points(seat: int, number: int) -> int:
    leads, has_priest = majorities((LADDERS_AT_THE_END[number - 1],), seat), PRIESTS_AT_THE_END.get(number) == seat
    return leads * MAJORITY_POINTS + has_priest * PRIEST_POINTS


def _score(number: int) -> Score:
    return Score(
        number,
        LADDERS_AT_THE_END[number - 1],
        side(PRIESTS_AT_THE_END.get(number)),
        (_points(0, number), _points(1, number)),
    )


def _totals() -> tuple[int, int]:
    return sum(_points(0, number) for number in TOWERS), sum(_points(1, number) for number in TOWERS)

"""The worked examples of the rules page of Maya."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.maya.board import CUTS, TOWERS
from games.engine.maya.data import FACTS, GROUP_POINTS, LADDER_PLACES, LEVELS
from games.engine.maya.ending import majorities
from games.engine.maya.pieces import is_finished
from games.engine.maya.state import Swap
from games.engine.maya.swaps import levels_to_cut, newly_connected, swapped
from games.pages.boards.maya.geometry import Point
from games.pages.boards.maya.towers import Tower, in_words, levels, side, stairs
from games.pages.boards.maya.words import BY_LETTER, Color
from games.pages.enumerating import clauses, labelled

PAIR = (1, 2)
"""The towers of every example of two."""
SWAPPED = (("gkpto", "rybkn"), 4)
"""MAY 3: two towers, and the level from which they change places."""
BOUND = ("yrkkg", "ppptb")
"""MAY 3: two towers with connected pieces."""
BUILT = (("rgrrr", "rrgbn"), 3, ((1, 0), (0, 2)))
"""MAY 4.4: two towers, the level, the ladders that stand there before."""
LADDERS_AT_THE_END = ((1, 1), (1, 0), (0, 1), (1, 1), (2, 1), (1, 0), (0, 1), (1, 2), (0, 1))
PRIESTS_AT_THE_END = {1: 1, 8: 0}
"""MAY 4.7: White's and Black's ladders at each tower, and whose priests stand there."""
GROUPS = ((5,), (4,), (3,), (2,), (2, 2), (3, 2))
"""MAY 5: how the five pieces of a colour may be connected."""
PRINTED = GROUPS[:-1]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two towers side by side."""

    towers: list[Tower]
    words: str


@dataclass(frozen=True, slots=True)
class Cuts:
    """Where a tower may be cut."""

    name: str
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A tower of the scoring example with the points it brings to White and Black."""

    number: int
    ladders: tuple[int, int]
    priest: str
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Worth:
    """What a way to be connected is worth."""

    groups: tuple[int, ...]
    points: int
    is_printed: bool


def examples() -> dict[str, Any]:
    """Everything the page shows that follows from the rules."""
    return {
        "colors": [_single(color) for color in BY_LETTER.values()],
        "places": [(number, LADDER_PLACES[number - 1]) for number in TOWERS],
        "swap": [_pair(SWAPPED[0]), _pair(_after(*SWAPPED), SWAPPED[1])],
        "bound": _pair(BOUND),
        "cuts": [Cuts(name, levels_to_cut(tower)) for name, tower in zip("AB", BOUND, strict=True)],
        "common_cuts": sorted(set.intersection(*(set(levels_to_cut(tower)) for tower in BOUND))),
        "all_cuts": CUTS,
        "built": _built(),
        "scores": [_score(number) for number in TOWERS],
        "totals": _totals(),
        "worths": [Worth(groups, sum(GROUP_POINTS[size] for size in groups), groups in PRINTED) for groups in GROUPS],
        "unsure": [(name, fact) for name, fact in FACTS.items() if fact.status != "certain"],
    }


def _after(towers: tuple[str, str], level: int) -> tuple[str, str]:
    first, second = swapped(towers, Swap(*PAIR, level))
    return first, second


def _drawn(
    place: int, letters: str, ladders: tuple[int, int] | None = None, priest: int | None = None, cut: int | None = None
) -> Tower:
    """A tower of an example, A or B, in a corner of the board."""
    name = "AB"[place]
    return Tower(
        number=PAIR[place],
        at=Point(150 + 292 * place, 180),
        title=labelled(name, in_words(letters)),
        levels=levels(letters, cut),
        stairs=[] if ladders is None else stairs(1, ladders, ladders),
        priest=side(priest),
        name=name,
    )


def _single(color: Color) -> Tower:
    """The finished tower of a colour."""
    return Tower(0, Point(150, 180), str(color.name), levels(color.letter * LEVELS), [], "")


def _pair(towers: tuple[str, str], cut: int | None = None) -> Pair:
    drawn = [_drawn(place, letters, cut=cut) for place, letters in enumerate(towers)]
    return Pair(drawn, clauses(tower.title for tower in drawn))


def _built() -> list[Pair]:
    """Before and after White's swap: a ladder where something was connected and a place is free, then the priest."""
    towers, level, ladders = BUILT
    after = _after(towers, level)
    joined = newly_connected(after, Swap(*PAIR, level))
    now = [
        (white + 1, black) if number in joined and white + black < LADDER_PLACES[0] else (white, black)
        for number, (white, black) in zip(PAIR, ladders, strict=True)
    ]
    priests = [0 if is_finished(tower) else None for tower in after]
    before_drawn = [_drawn(place, towers[place], ladders[place]) for place in range(len(towers))]
    after_drawn = [_drawn(place, after[place], now[place], priests[place]) for place in range(len(after))]
    return [Pair(drawn, clauses(tower.title for tower in drawn)) for drawn in (before_drawn, after_drawn)]


def _points(seat: int, number: int) -> int:
    ladders = LADDERS_AT_THE_END[number - 1]
    return majorities((ladders,), seat) + (PRIESTS_AT_THE_END.get(number) == seat)


def _score(number: int) -> Score:
    return Score(
        number,
        LADDERS_AT_THE_END[number - 1],
        side(PRIESTS_AT_THE_END.get(number)),
        (_points(0, number), _points(1, number)),
    )


def _totals() -> tuple[int, int]:
    return sum(_points(0, number) for number in TOWERS), sum(_points(1, number) for number in TOWERS)

"""The board of Maya for its template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.sentences import gettext as _
from games.pages.boards.menu import Choice, Group
from games.titles.maya.rules.board import CUTS, PAIRS, TOWERS
from games.titles.maya.rules.data import MOST_QUIET_SWAPS
from games.titles.maya.rules.state import TWO, Decision, View

from . import geometry
from .drawings import drawings
from .menu import JOINING, TableGroup, cut_place, pair_place
from .questions import warnings
from .survey import lead, ranks, teams, whereabouts
from .towers import stela, tower
from .words import BY_LETTER

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Spot:
    """A clickable place on the board."""

    place: str
    choice: Choice
    mark: str
    kind: str
    is_joining: bool


@dataclass(frozen=True, slots=True)
class Path:
    """The gap between two towers, or a tower's foot, with the spots that can be pressed there.

    If the board is too small to press them, the path leads to `goal`, a place in the panel.
    """

    name: str
    goal: str
    title: str
    spots: list[Spot]
    is_row: bool = False


def board(position: Position, groups: list[Group]) -> dict[str, Any]:
    """The context of the board template; `groups` is the menu of the position."""
    view: View = position.view
    before: View = position.entries[-1].before if position.entries else view
    monolith = stela(view)
    return drawings() | {
        "is_duel": view.seats == TWO,
        "is_building": view.decision is Decision.PLACE,
        "towers": [tower(view, before, number, monolith) for number in TOWERS],
        "stela_in_front": monolith if monolith and geometry.is_in_a_row(monolith.first, monolith.second) else None,
        "paths": _paths(view, _spots(groups), _lines(groups)),
        "leads": [lead(view, number) for number in TOWERS] if view.seats == TWO and view.seen else [],
        "ranks": ranks(view) if view.centre_card else [],
        "teams": teams(position),
        "state": whereabouts(view),
        "swaps": view.swaps,
        "quiet": view.quiet_swaps,
        "most_quiet": MOST_QUIET_SWAPS,
        "warnings": warnings(view),
        "over": view.over,
    }


def _spots(groups: list[Group]) -> dict[str, Spot]:
    """The spots that can be pressed, by place; swaps with an announcement of the end have none."""
    spots: dict[str, Spot] = {}
    for group in groups:
        for choice in group.actions:
            if not choice.target or getattr(choice, "is_end", False):
                continue
            kind, *words = choice.target.split("-")
            mark = words[0].upper() if kind == "place" else words[-1]
            style = f"mc-{words[0]}" if kind == "place" else f"cut--{words[-1]}"
            spots[choice.target] = Spot(choice.target, choice, mark, style, group.template == JOINING)
    return spots


def _lines(groups: list[Group]) -> set[str]:
    """The ids of the lines of the panel's tables."""
    return {f"{line.place}{group.name}" for group in groups if isinstance(group, TableGroup) for line in group.lines}


def _paths(view: View, spots: dict[str, Spot], lines: set[str]) -> list[Path]:
    if view.decision is Decision.PLACE:
        paths = [_plot(number, spots) for number in TOWERS]
    else:
        paths = [_path(first, second, spots, lines) for first, second in PAIRS]
    return [path for path in paths if path.spots]


def _path(first: int, second: int, spots: dict[str, Spot], lines: set[str]) -> Path:
    at_cuts = [spots.get(cut_place(first, second, level)) for level in CUTS]
    found = [spot for spot in at_cuts if spot]
    line = pair_place(first, second)
    return Path(
        f"{first}-{second}",
        line if line in lines or not found else f"act-{found[0].choice.slug}",
        _("{first} and {second}").format(first=first, second=second),
        found,
        geometry.is_in_a_row(first, second),
    )


def _plot(number: int, spots: dict[str, Spot]) -> Path:
    found = [spots.get(f"place-{letter}-{number}") for letter in BY_LETTER]
    title = _("Tower {number}").format(number=number)
    return Path(f"plot-{number}", f"tower-{number}-place", title, [spot for spot in found if spot])

"""The stocks of a seat, and the labels of its points."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise

from common.sentences import gettext as _
from common.sentences import gettext_lazy, npgettext
from games.pages.boards.stock import Stock, counted
from games.titles.maya.rules.data import (
    ANNOUNCED,
    MAJORITY_POINTS,
    NO_PROGRESS,
    NO_SWAP,
    PRIEST_POINTS,
    REPETITION,
    TASKS,
)
from games.titles.maya.rules.ending import color_points, majorities
from games.titles.maya.rules.state import FOUR, TWO, View

from .words import BY_LETTER, DRAWINGS, SIDES, TEAMS

_REASONS: dict[str, str | Promise] = {
    ANNOUNCED: gettext_lazy("The end was announced"),
    NO_SWAP: gettext_lazy("No swaps left"),
    REPETITION: gettext_lazy("Same position for the third time"),
    NO_PROGRESS: gettext_lazy("Nothing joined for too long"),
}
_PARTS: dict[str, str | Promise] = {
    "priests": gettext_lazy("Priests"),
    "ladders": gettext_lazy("Most ladders"),
    "bonus": gettext_lazy("Centre bonus"),
    **{color.word: color.name for color in BY_LETTER.values()},
}

_LADDERS: tuple[Callable[[int], str], ...] = (
    lambda number: npgettext("beside a number", "white ladder left", "white ladders left", number),
    lambda number: npgettext("beside a number", "black ladder left", "black ladders left", number),
)


def stocks(view: View, before: View, number: int) -> list[Stock]:
    """In a duel points, priests, towers and ladders; otherwise the task cards, as far as the viewer knows them."""
    if view.seats == TWO:
        return _duel(view, before, number)
    return [*_team(view, number), *_tasks(view, before, number)]


def duel_points(view: View, number: int) -> int:
    """The points of a seat of a duel if the game ended now."""
    return view.priests.count(number) * PRIEST_POINTS + majorities(view.ladders, number) * MAJORITY_POINTS


def _duel(view: View, before: View, number: int) -> list[Stock]:
    side = SIDES[number]
    points, were = duel_points(view, number), duel_points(before, number)
    priests, led = view.priests.count(number), majorities(view.ladders, number)
    ladders = view.ladders_left[number]
    return [
        counted("points", _points, DRAWINGS, "points", points, points - were),
        counted("priests", _priests, DRAWINGS, f"priest-{side}", priests, priests - before.priests.count(number)),
        counted("led", _towers_led, DRAWINGS, "led", led, led - majorities(before.ladders, number)),
        counted("ladders", _LADDERS[number], DRAWINGS, f"stair-{side}", ladders),
    ]


def _points(number: int) -> str:
    return npgettext("beside a number", "point now", "points now", number)


def _priests(number: int) -> str:
    return npgettext("beside a number", "priest", "priests", number)


def _towers_led(number: int) -> str:
    return npgettext("beside a number", "tower led", "towers led", number)


def _team(view: View, number: int) -> list[Stock]:
    """With four seats, the name of the pair that a seat belongs to."""
    return [Stock("team", _("team"), DRAWINGS, "team", TEAMS[number % TWO])] if view.seats == FOUR else []


def _tasks(view: View, before: View, number: int) -> list[Stock]:
    letters = view.tasks[number]
    if letters is None:
        return [Stock("tasks", _("hidden task cards"), DRAWINGS, "card-hidden", TASKS)] if view.centre_card else []
    return [_task(view, before, letter) for letter in letters]


def _task(view: View, before: View, letter: str) -> Stock:
    points, were = color_points(view.towers, letter), color_points(before.towers, letter)
    return Stock("task", str(BY_LETTER[letter].name), DRAWINGS, f"card-{letter}", points, points - were)


def part_label(name: str) -> str | Promise:
    """The name of a part of the points."""
    return _PARTS[name]


def reason_label(reason: str) -> str | Promise:
    """The label of the reason why the game ended."""
    return _REASONS[reason]


def end_rule(view: View) -> str:
    """The rules paragraph that says how points are counted."""
    if view.seats == TWO:
        return "MAY-4.7"
    return "MAY-6" if view.seats == FOUR else "MAY-5.2"


def tie_breaks(view: View) -> list[tuple[str, list[int]]]:
    """The tie-breaks of a duel (MAY 4.7) in order, each with the number of each side; otherwise none."""
    if view.seats != TWO:
        return []
    return [
        (_("Priests"), [view.priests.count(number) for number in range(TWO)]),
        (_("Ladders placed"), [sum(of_tower[number] for of_tower in view.ladders) for number in range(TWO)]),
    ]

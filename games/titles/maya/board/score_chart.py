"""The contents of the score graph of Maya."""

from __future__ import annotations

from common.sentences import gettext_lazy as _
from games.pages.boards.curves import Subject
from games.titles.maya.rules.data import BONUS
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.state import TWO, View

from .stocks import duel_points
from .survey import partners
from .words import BY_LETTER

POINTS = _("Points if the game ended at this point")
PUBLIC = _("Points in the nine colours; their owners are secret")


def hides(view: View) -> bool:
    """Whether some points may be hidden from viewers who do not see everything: task cards are; a duel has none."""
    return view.seats != TWO


def points(view: View) -> tuple[int, ...]:
    """The points of each seat, or of its team if there are four seats, given an all-seeing view.

    0 before the task cards are dealt.
    """
    if view.seats == TWO:
        return tuple(duel_points(view, number) for number in range(TWO))
    teams = partners(view) or [[number] for number in range(view.seats)]
    of_team = {number: _team_points(view, members) for members in teams for number in members}
    return tuple(of_team[number] for number in range(view.seats))


def public(view: View) -> tuple[int, ...]:
    """The points for the connected pieces of each colour."""
    return tuple(color_points(view.towers, letter) for letter in BY_LETTER)


def subjects(view: View) -> list[Subject]:
    """The nine colours."""
    return [Subject(str(color.name), color.mark, f"mc-{letter}") for letter, color in BY_LETTER.items()]


def _team_points(view: View, members: list[int]) -> int:
    colors = "".join(view.tasks[number] or "" for number in members)
    has_bonus = view.bonus and view.announced in members
    return sum(color_points(view.towers, letter) for letter in colors) + BONUS * has_bonus

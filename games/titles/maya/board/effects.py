"""The effects of swaps, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from common.enumerating import clauses
from common.sentences import gettext as _
from common.sentences import ngettext
from games.titles.maya.rules.board import CENTRE
from games.titles.maya.rules.data import BONUS, LADDER_PLACES, LEVELS
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.pieces import Towers, is_finished
from games.titles.maya.rules.state import TWO, Swap, View
from games.titles.maya.rules.swaps import newly_connected, swapped
from games.titles.maya.rules.swaps import swaps as legal_swaps

from .words import BY_LETTER, Color


@dataclass(frozen=True, slots=True)
class Joint:
    """A new connection: its tower, its colour, the size of its group now, and its ladder and priest in a duel."""

    tower: int
    color: Color
    size: int
    has_ladder: bool
    has_priest: bool

    @property
    def is_whole(self) -> bool:
        """Whether it completes the tower."""
        return self.size == LEVELS


@dataclass(frozen=True, slots=True)
class Effect:
    """The immediate effect of a swap."""

    towers: Towers
    joints: list[Joint]
    is_last: bool
    """Whether the next seat then has no legal swap."""


def effect(view: View, swap: Swap) -> Effect:
    """The effect of `swap` if the seat to move made it in the position of `view`."""
    towers = swapped(view.towers, swap)
    connected = newly_connected(towers, swap)
    raven = swap.level if view.seats == TWO else None
    is_last = not legal_swaps(towers, (swap.first, swap.second), raven)
    return Effect(towers, _joints(view, towers, connected, swap.level), is_last)


def _joints(view: View, towers: Towers, connected: tuple[int, ...], level: int) -> list[Joint]:
    is_duel = view.seats == TWO and view.to_move is not None
    ladders = view.ladders_left[view.to_move or 0] if is_duel else 0
    priests = view.priests_left[view.to_move or 0] if is_duel else 0
    joints = []
    for number in connected:
        tower = towers[number - 1]
        has_ladder = ladders > 0 and sum(view.ladders[number - 1]) < LADDER_PLACES[number - 1]
        has_priest = priests > 0 and is_finished(tower)
        ladders -= has_ladder
        priests -= has_priest
        joints.append(Joint(number, BY_LETTER[tower[level - 1]], _size(tower, level), has_ladder, has_priest))
    return joints


def _size(tower: str, level: int) -> int:
    """The number of pieces connected around a level."""
    below = 0
    for _color, pieces in groupby(tower):
        size = len(list(pieces))
        if below < level <= below + size:
            return size
        below += size
    return 1


def words(view: View, swap: Swap, then: Effect) -> str:
    """The effect of a swap in words, on one line."""
    said = [_joined(view, joint) for joint in then.joints] or [_("joins nothing")]
    said += _task_points(view, then)
    if then.is_last and not swap.is_end:
        said.append(_("leaves no swap: the game ends"))
    return clauses(said)


def _joined(view: View, joint: Joint) -> str:
    color, tower = joint.color.name, joint.tower
    if view.seats > TWO:
        if joint.is_whole:
            return _("finishes {color} at {tower}").format(color=color, tower=tower)
        return _("joins {color} at {tower}: {size} together").format(color=color, tower=tower, size=joint.size)
    if joint.is_whole:
        if joint.has_priest and joint.has_ladder:
            return _("finishes {color} at {tower}: priest and ladder").format(color=color, tower=tower)
        if joint.has_priest:
            return _("finishes {color} at {tower}: priest, no ladder").format(color=color, tower=tower)
    if joint.has_ladder:
        return _("joins {color} at {tower}: ladder").format(color=color, tower=tower)
    return _("joins {color} at {tower}: no ladder").format(color=color, tower=tower)


def own_tasks(view: View) -> str:
    """The letters of the viewer's own task cards, if there are any."""
    return (view.tasks[view.seat] or "") if view.seat is not None and view.tasks else ""


def _task_points(view: View, then: Effect) -> list[str]:
    """The changes that a swap makes to the points of the viewer's own task cards, in words."""
    said = []
    for letter in own_tasks(view):
        was, now = color_points(view.towers, letter), color_points(then.towers, letter)
        if was != now:
            points = ngettext("your {color}: {was} → {now} point", "your {color}: {was} → {now} points", now)
            said.append(points.format(color=BY_LETTER[letter].name, was=was, now=now))
    return said


def announced_words(view: View, then: Effect | None) -> str:
    """The points the viewer is sure of when announcing the end, with a swap or without."""
    towers = then.towers if then else view.towers
    points = sum(color_points(towers, letter) for letter in own_tasks(view))
    has_bonus = then is not None and any(joint.tower == CENTRE and joint.is_whole for joint in then.joints)
    said = ngettext("your tasks: {points} point", "your tasks: {points} points", points).format(points=points)
    return _("{said}, plus {bonus} for the centre").format(said=said, bonus=BONUS) if has_bonus else said

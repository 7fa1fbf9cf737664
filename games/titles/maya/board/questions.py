"""The prompts of Maya: who decides, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.enumerating import listed
from common.sentences import gettext as _
from common.sentences import ngettext
from games.titles.maya.rules.data import MOST_QUIET_SWAPS, MOST_REPEATS
from games.titles.maya.rules.state import TWO, Decision, View

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

MANY_QUIET_SWAPS = MOST_QUIET_SWAPS * 2 // 3
"""From this many swaps without a connection on, the page warns that more of them end the game."""


def task(view: View) -> str:
    """The pending decision in a word or two: the heading of the action panel, the name of a turn."""
    match view.decision:
        case Decision.PLACE:
            return _("Place a piece")
        case Decision.MONOLITH:
            return _("Place the monolith")
        case _:
            return _("Swap two towers")


def intro(position: Position) -> SafeString | str:
    """The restrictions on the seat that decides, and warnings."""
    view: View = position.view
    match view.decision:
        case Decision.PLACE:
            return _("Each colour once per level, and never twice in a tower.")
        case Decision.MONOLITH:
            return _("White may not swap either of these towers, nor cut at the raven’s level.")
    return format_html_join(" ", "{}", ((sentence,) for sentence in (*_bans(view), *warnings(view))))


def _bans(view: View) -> list[str]:
    if view.monolith is None:
        return [_("The monolith is not on the board yet: any swap is allowed.")]
    said = [_("The monolith blocks towers {towers}.").format(towers=listed(view.monolith))]
    if view.seats == TWO:
        said.append(_("The raven blocks cuts at level {level}.").format(level=view.raven))
    return said


def warnings(view: View) -> list[str]:
    """Warnings that a game without progress will soon end."""
    if view.over:
        return []
    said = []
    if view.repeats == MOST_REPEATS - 1:
        said.append(_("This position has come up twice; a third time ends the game."))
    if view.quiet_swaps >= MANY_QUIET_SWAPS:
        left = MOST_QUIET_SWAPS - view.quiet_swaps
        said.append(
            ngettext(
                "Nothing has joined for a while: {left} more such swap ends the game.",
                "Nothing has joined for a while: {left} more such swaps end the game.",
                left,
            ).format(left=left)
        )
    return said


def asks_me(view: View) -> str:
    """The turn bar's sentence for the seat to move."""
    match view.decision:
        case Decision.PLACE:
            return _("Your turn: place a level {level} piece").format(level=level_to_build(view))
        case Decision.MONOLITH:
            return _("You’re Black: place the monolith and the raven")
        case _:
            return _("Your turn: swap two towers")


def asks_other(view: View) -> str:
    """The turn bar's sentence for everyone else, with `{name}` for the seat to move."""
    match view.decision:
        case Decision.PLACE:
            return _("{name} is placing a piece")
        case Decision.MONOLITH:
            return _("{name} (Black) is placing the monolith")
        case _:
            return _("{name} is swapping two towers")


def level_to_build(view: View) -> int:
    """The level of the next piece while the towers are being built."""
    return min(map(len, view.towers)) + 1

"""What happens at a table besides the actions of the game, in words for the log."""

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Action
from games.models.match import RESIGNED, TIMED_OUT
from games.pages.boards.names import says

if TYPE_CHECKING:
    from games.selectors.positions import Entry, Position

Words = str | Promise

PLAYS_ON = _("A computer player plays on.")
MAY_WIN = _("The other player may take the win, or play on against a computer player.")
ENDS = _("This ends the game.")

_HAPPENINGS: dict[str, tuple[Words, Words, Words]] = {
    Action.Kind.UNDO: (_("You take the last action back"), _("{name} takes the last action back"), ""),
    Action.Kind.RESIGN: (_("You leave the game"), _("{name} leaves the game"), PLAYS_ON),
    Action.Kind.TIMEOUT: (_("Your time has run out"), _("{name}’s time has run out"), PLAYS_ON),
    Action.Kind.CLAIM: (_("You take the win"), _("{name} takes the win"), ""),
    Action.Kind.AGREE: (_("You would end the game here"), _("{name} would end the game here"), ""),
    Action.Kind.HINT: (_("You ask for a hint"), _("{name} asks for a hint"), ""),
    Action.Kind.DECLINE: (_("You would rather play on"), _("{name} would rather play on"), ""),
}
"""By kind of log entry: for whoever did it, for everybody else, and what follows from it."""

_OF_NO_SEAT: dict[str, tuple[Words, Words]] = {
    Action.Kind.ASIDE: (_("Those who run this site have set the game aside"), ""),
    Action.Kind.MENDED: (
        _("Those who run this site let the game go on"),
        _("Its position was made anew from this log; nothing else was changed."),
    ),
    Action.Kind.STOPPED: (_("Those who run this site have called the game off"), ENDS),
    Action.Kind.ENDED: (_("Whoever started this exhibition has ended it"), ""),
}


def happening(position: "Position", entry: "Entry") -> tuple[SafeString, str] | None:
    """The sentence for an entry that is no action of the game, and what follows; None for an action."""
    if entry.kind in _OF_NO_SEAT:
        done, detail = _OF_NO_SEAT[entry.kind]
        return format_html("{}", done), str(detail)
    if entry.kind not in _HAPPENINGS:
        return None
    mine, theirs, detail = _HAPPENINGS[entry.kind]
    if detail == PLAYS_ON:
        detail = _after_leaving(position, entry)
    return says(position, entry.seat, str(mine), str(theirs)), str(detail)


def _after_leaving(position: "Position", entry: "Entry") -> Words:
    """What follows when somebody has left: with two seats, or nobody else, the end, or what ends it at once."""
    if position.match.reason in (RESIGNED, TIMED_OUT) and entry is position.entries[-1]:
        return ENDS
    return MAY_WIN if entry.kind == Action.Kind.TIMEOUT and len(position.seats) == 2 else PLAYS_ON

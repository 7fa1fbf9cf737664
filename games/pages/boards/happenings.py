"""What happens at a table besides the actions of the game, in words for the log."""

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Action
from games.pages.boards.names import says

if TYPE_CHECKING:
    from games.selectors.positions import Entry, Position

Words = str | Promise

PLAYS_ON = _("A computer player plays on.")

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


def happening(position: "Position", entry: "Entry") -> tuple[SafeString, str] | None:
    """The sentence for an entry that is no action of the game, and what follows; None for an action."""
    if entry.kind not in _HAPPENINGS:
        return None
    mine, theirs, detail = _HAPPENINGS[entry.kind]
    return says(position, entry.seat, str(mine), str(theirs)), str(detail)

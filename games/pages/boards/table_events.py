"""Log lines for events at a table other than actions of the game."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext_lazy as _
from games.models import Action
from games.models.match import RESIGNED, TIMED_OUT
from games.pages.boards.names import says
from games.selectors.position.endings import given_up

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

Words = str | Promise

PLAYS_ON = _("A computer player takes over.")
MAY_WIN = _("The other player can take the win, or play on against a computer player.")
ENDS = _("This ends the game.")
"""What happens next, in one sentence."""

_HAPPENINGS: dict[str, tuple[Words, Words, Words]] = {
    Action.Kind.UNDO: (_("You undo your last action"), _("{name} undoes their last action"), ""),
    Action.Kind.RESIGN: (_("You leave the game"), _("{name} leaves the game"), PLAYS_ON),
    Action.Kind.TIMEOUT: (_("You ran out of time"), _("{name} ran out of time"), PLAYS_ON),
    Action.Kind.CLAIM: (_("You take the win"), _("{name} takes the win"), ""),
    Action.Kind.AGREE: (_("You offer to end the match"), _("{name} offers to end the match"), ""),
    Action.Kind.HINT: (_("You ask for a hint"), _("{name} asks for a hint"), ""),
    Action.Kind.DECLINE: (_("You want to keep playing"), _("{name} wants to keep playing"), ""),
}
"""By kind of log entry: the sentence for the person who did it, for everyone else, and what follows from it."""

_OF_NO_SEAT: dict[str, tuple[Words, Words]] = {
    Action.Kind.QUARANTINED: (_("A moderator puts the match on hold"), ""),
    Action.Kind.MENDED: (
        _("A moderator resumes the match"),
        _("Its position was rebuilt from this log; nothing else changed."),
    ),
    Action.Kind.STOPPED: (_("A moderator calls the match off"), ENDS),
    Action.Kind.ENDED: (_("The host ended this exhibition"), ""),
}


def table_event(position: Position, entry: Entry) -> tuple[SafeString, str] | None:
    """The sentence for an entry that is not an action of the game, and what follows; None for an action."""
    if entry.kind in _OF_NO_SEAT:
        done, detail = _OF_NO_SEAT[entry.kind]
        if entry.kind == Action.Kind.ENDED and position.match.at_device:
            done = _("The players ended this game")
        return format_html("{}", done), str(detail)
    if entry.kind not in _HAPPENINGS:
        return None
    mine, theirs, detail = _HAPPENINGS[entry.kind]
    if entry.kind == Action.Kind.RESIGN and given_up(position.match, position.seats):
        mine, theirs = _("You resign"), _("{name} resigns")
    if entry.kind == Action.Kind.AGREE and _is_offered(position, entry):
        mine, theirs = _("You agree to end the match"), _("{name} agrees to end the match")
    if detail == PLAYS_ON:
        detail = _after_leaving(position, entry)
    return says(position, entry.seat, str(mine), str(theirs)), str(detail)


def _is_offered(position: Position, entry: Entry) -> bool:
    """Whether someone had offered to end the match before this entry, and nobody has declined since."""
    earlier = takewhile(lambda each: each is not entry, position.entries)
    said = [each.kind for each in earlier if each.kind in (Action.Kind.AGREE, Action.Kind.DECLINE)]
    return said[-1:] == [Action.Kind.AGREE]


def _after_leaving(position: Position, entry: Entry) -> Words:
    """The consequence when someone has left: the end, the other player's chance to take the win, or a stand-in."""
    if position.match.reason in (RESIGNED, TIMED_OUT) and entry is position.entries[-1]:
        return ENDS
    return MAY_WIN if entry.kind == Action.Kind.TIMEOUT and len(position.seats) == 2 else PLAYS_ON

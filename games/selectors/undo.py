"""What may be taken back."""

from collections.abc import Sequence
from typing import Any

from games.models import Action, Match
from games.selectors.engines import game_of

FINAL = (Action.Source.COMPUTER, Action.Source.RECORD)
"""What nobody takes back, nor anything before it: a computer player's decision, and what another match gave."""


BY_WISH = (Action.Source.PERSON, Action.Source.PLAN)
"""What the seat's own player decided, then or before."""


def undoable(match: Match, played: Sequence[Action], states: Sequence[Any], seat: int) -> int | None:
    """The number of the action that `seat` may take back now (counting those that still count), or None.

    It is the seat's own last decision, if since then nobody else has decided and nobody has seen anything new.
    """
    if match.status != Match.Status.RUNNING:
        return None
    game = game_of(match)
    for number in range(len(played) - 1, -1, -1):
        entry = played[number]
        if game.reveals(states[number], game.parse(states[number], entry.text)):
            return None
        if entry.source in BY_WISH:
            return number if entry.seat == seat else None
        if entry.source in FINAL or (entry.source == Action.Source.ORDER and entry.seat != seat):
            return None
    return None

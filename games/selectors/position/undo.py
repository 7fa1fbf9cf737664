"""Decides what a seat may undo."""

from games.models import Action
from games.selectors.position.perspectives import Perspective
from games.selectors.position.timelines import BY_WISH, Timeline

FINAL = (Action.Source.COMPUTER, Action.Source.RECORD)
"""Sources of actions that nobody can undo, or undo past: a computer player's decision, and those from another match."""

CHOSEN = (*BY_WISH, Action.Source.ORDER)
"""Sources of actions with which a seat decided, now or in advance: no other seat can undo them, or undo past them."""


def undoable(timeline: Timeline, seat: int) -> int | None:
    """The index of the action that `seat` may undo now (among those that still count), or None.

    It is the seat's own last decision, if since then nobody else has decided and nobody has seen anything new. That
    another seat had only one choice is something new if it follows from what that seat holds. The match is running.
    """
    for number in range(len(timeline.played) - 1, -1, -1):
        entry = timeline.played[number]
        if entry.source in FINAL or (entry.source in CHOSEN and entry.seat != seat):
            return None
        if entry.seat != seat and timeline.game.hides_choice(Perspective(timeline, seat).view(number)):
            return None
        # Only now: to answer this, the rules may have to play the action.
        if timeline.game.reveals(timeline.states[number], timeline.actions[number]):
            return None
        if entry.source in BY_WISH:
            return number
    return None

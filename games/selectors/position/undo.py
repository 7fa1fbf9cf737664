"""Decides what a seat may undo."""

from games.models import Action
from games.selectors.position.timelines import BY_WISH, Timeline

FINAL = (Action.Source.COMPUTER, Action.Source.RECORD)
"""Sources of actions that nobody can undo, or undo past: a computer player's decision, and those from another match."""


def undoable(timeline: Timeline, seat: int) -> int | None:
    """The index of the action that `seat` may undo now (among those that still count), or None.

    It is the seat's own last decision, if since then nobody else has decided and nobody has seen anything new. The
    match must be running.
    """
    for number in range(len(timeline.played) - 1, -1, -1):
        entry = timeline.played[number]
        if timeline.game.reveals(timeline.states[number], timeline.actions[number]):
            return None
        if entry.source in BY_WISH:
            return number if entry.seat == seat else None
        if entry.source in FINAL or (entry.source == Action.Source.ORDER and entry.seat != seat):
            return None
    return None

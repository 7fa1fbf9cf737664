"""Checks which actions were played, and where in the log."""

from games.models import Action, Match


def is_played(match: Match, seat: int, text: str, ply: int) -> bool:
    """Whether the person at `seat` has played the action `text` at log position `ply`, undone since or not."""
    by_hand = {"kind": Action.Kind.PLAY, "source": Action.Source.PERSON}
    return match.actions.filter(seat=seat, text=text, ply=ply, **by_hand).exists()

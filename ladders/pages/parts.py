"""The ladder and the challenge that a request names, for pages and API."""

from __future__ import annotations

from django.http import Http404

from accounts.models import User
from ladders.models import Bout, Ladder
from ladders.selectors import duels, ladder_named


def check_duel(game: str) -> None:
    """Raise Http404 for a game that has no ladder."""
    if game not in duels():
        raise Http404


def ladder_or_404(game: str) -> Ladder:
    """The ladder of a game; 404 for a game without one, or if the ladder does not exist yet."""
    check_duel(game)
    ladder = ladder_named(game)
    if ladder is None:
        raise Http404
    return ladder


def bout_or_404(ladder: Ladder, key: int, **side: User) -> Bout:
    """The challenge with this key, and with the user who is named as its `challenger` or `challenged`; 404 for any
    other.
    """
    bout = ladder.bouts.select_related("ladder").filter(pk=key, **side).first()
    if bout is None:
        raise Http404
    return bout

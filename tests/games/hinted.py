"""Hints that are given at once, without a worker."""

from accounts.models import User
from games.models import Match
from games.services.computer.hints import advise, hint_ask

FEW = 6
"""Walks of the search: the quality of advice does not matter here."""


def hinted(match: Match, user: User) -> Match:
    """The match after its decider has requested and received a hint."""
    hint_ask(match=match, user=user, ply=match.ply)
    assert advise(code=match.code, ply=match.ply, iterations=FEW)
    match.refresh_from_db()
    return match

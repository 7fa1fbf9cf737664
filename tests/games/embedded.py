"""Running matches of two, and the URLs of their boards in frames."""

from typing import Any

from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms


def address(match: Match) -> str:
    """The URL of a frame with the board of the match."""
    return reverse("match_embed", args=[match.code])


def seated(users: list[User], game: str = "rapa_nui", **facts: Any) -> Match:
    """A running match of two; `facts` are terms of its table."""
    terms = TableTerms(**facts)
    return match_join(
        match=match_create(host=users[0], game=game, others=[None], terms=terms), user=users[1], admitted=True
    )

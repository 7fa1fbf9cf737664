"""The club of a match, for the page of the match."""

from __future__ import annotations

from clubs.models import LISTED, Club
from games.models import Match
from games.pages.origins import Origin


def find_origin(match: Match) -> Origin | None:
    """The club for which a match was opened; None if there is none, or if not everyone may know of it."""
    if match.club_id is None:
        return None
    club = Club.objects.filter(LISTED, pk=match.club_id).first()
    return None if club is None else Origin(club.name, club.get_absolute_url(), "lu-users")

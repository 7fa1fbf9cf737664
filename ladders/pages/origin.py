"""The ladder of a match, for the page of the match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import catalogue
from games.models import Match
from games.pages.origins import Origin
from ladders.selectors import bout_of_match
from ladders.terms import PACE


def find_origin(match: Match) -> Origin | None:
    """The ladder of a match, None outside ladders. Queries only for matches that could belong to a ladder."""
    is_like_one = match.access == Match.Access.ANYBODY and match.pace == PACE and match.seat_count == 2
    if match.seats_drawn or match.host_id is not None or not is_like_one:
        return None
    bout = bout_of_match(match)
    if bout is None:
        return None
    return Origin(_("Ladder: %(game)s") % {"game": catalogue.name(match.game)}, bout.ladder.get_absolute_url())

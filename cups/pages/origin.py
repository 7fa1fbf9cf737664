"""The cup of a match, for the page of the match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from cups.selectors import round_of
from games.models import Match
from games.pages.origins import Origin


def find_origin(match: Match) -> Origin | None:
    """The cup and the round of a match, None outside cups. Queries only for matches that could belong to a cup."""
    is_open = match.access in (Match.Access.ANYBODY, Match.Access.CLUB) or match.is_sealed
    if match.seats_drawn or not is_open or match.exhibition or match.at_device:
        return None
    round_ = round_of(match)
    if round_ is None:
        return None
    words = _("%(cup)s, round %(number)s") % {"cup": round_.cup.name, "number": round_.number + 1}
    return Origin(words, f"{round_.cup.get_absolute_url()}?round={round_.number + 1}")

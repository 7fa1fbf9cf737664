"""The contents of the score graph of the Princes."""

from __future__ import annotations

from common.sentences import gettext_lazy as _
from games.pages.boards.usual import subjects as subjects
from games.titles.princes.rules.scoring import breakdown, icons
from games.titles.princes.rules.state import View

POINTS = _("Points from cards and trail, before any conquest multiplies them")
PUBLIC = _("Incas in the city plus priests: what sacrifice cards count")


def hides(view: View) -> bool:
    """Whether some points may be hidden from viewers who do not see everything: sacrifice cards are."""
    return True


def points(view: View) -> tuple[int, ...]:
    """The points of each seat before a conquest multiplies them, given an all-seeing view."""
    return tuple(sum(part.points for part in breakdown(seat)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """The number of each seat's Incas in the city plus its priests."""
    return tuple(sum(icons(seat)) for seat in view.seats)

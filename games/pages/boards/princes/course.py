"""What the course of the score of the Princes shows."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.engine.princes.scoring import breakdown, icons
from games.engine.princes.state import View

POINTS = _("Points of cards and trail, before a conquest multiplies them")
PUBLIC = _("Incas in the city and priests: what sacrifice cards count")


def hides(view: View) -> bool:
    """Whether some points may be hidden from whoever does not see everything: sacrifice cards are."""
    return True


def points(view: View) -> tuple[int, ...]:
    """The points of each seat before a conquest multiplies them, in an open view."""
    return tuple(sum(part.points for part in breakdown(seat)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """How many Incas and priests each seat has set up."""
    return tuple(sum(icons(seat)) for seat in view.seats)

"""What the course of the score of Rapa Nui shows."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.engine.rapa_nui.cards import CARD_INDEX, MOAI
from games.engine.rapa_nui.data import MOAI_POINTS, WOOD_FOR_A_POINT
from games.engine.rapa_nui.ending import breakdown, values
from games.engine.rapa_nui.state import View

POINTS = _("Points, if the game ended there")
PUBLIC = _("Points of glory, Moai and wood: what everybody could see")


def hides(view: View) -> bool:
    """Whether some points may be hidden from whoever does not see everything: sacrifice cards are."""
    return True


def points(view: View) -> tuple[int, ...]:
    """The points of each seat as the stone stands, in an open view."""
    worth = values(view.stone_open)
    return tuple(sum(part.points for part in breakdown(seat, worth)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """The points of each seat that lie before everybody."""
    return tuple(
        seat.glory + seat.table[CARD_INDEX[MOAI]] * MOAI_POINTS + seat.wood // WOOD_FOR_A_POINT for seat in view.seats
    )

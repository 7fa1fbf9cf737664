"""The contents of the score graph of Rapa Nui."""

from __future__ import annotations

from common.sentences import gettext_lazy as _
from games.pages.boards.usual import subjects as subjects
from games.titles.rapa_nui.rules.cards import CARD_INDEX, MOAI
from games.titles.rapa_nui.rules.data import MOAI_POINTS, WOOD_FOR_A_POINT
from games.titles.rapa_nui.rules.ending import breakdown, values
from games.titles.rapa_nui.rules.state import View

POINTS = _("Points if the game ended at this point")
PUBLIC = _("Points from glory, Moai and wood, without sacrifice cards")


def hides(view: View) -> bool:
    """Whether some points may be hidden from viewers who do not see everything: sacrifice cards are."""
    return True


def points(view: View) -> tuple[int, ...]:
    """The points of each seat if the game ended with the present stone, given an all-seeing view."""
    worth = values(view.stone_open)
    return tuple(sum(part.points for part in breakdown(seat, worth)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """The points of each seat that everyone can see."""
    return tuple(
        seat.glory + seat.table[CARD_INDEX[MOAI]] * MOAI_POINTS + seat.wood // WOOD_FOR_A_POINT for seat in view.seats
    )

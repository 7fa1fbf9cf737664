"""The contents of the score graph of Machu Picchu."""

from __future__ import annotations

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.pages.boards.curves import Subject
from games.titles.machu_picchu.rules.ending import own_priests
from games.titles.machu_picchu.rules.state import View

POINTS = gettext_lazy("Points of each player’s two priests")
PUBLIC = gettext_lazy("Stones of the four priests; their owners are hidden")


def hides(view: View) -> bool:
    """Whether some points may be hidden from viewers who do not see everything: the owners of the priests are."""
    return True


def points(view: View) -> tuple[int, ...]:
    """The value of each seat's two priests, given an all-seeing view."""
    return tuple(sum(view.priests[number - 1].value for number in own_priests(seat)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """The value of each of the four priests."""
    return tuple(priest.value for priest in view.priests)


def subjects(view: View) -> list[Subject]:
    """The four priests."""
    return [
        Subject(_("Priest {number}").format(number=number), str(number), f"priest-{number}")
        for number in range(1, len(view.priests) + 1)
    ]

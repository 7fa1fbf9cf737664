"""What the course of the score of Machu Picchu shows."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.machu_picchu.ending import own_priests
from games.engine.machu_picchu.state import View
from games.pages.boards.curves import Subject

POINTS = gettext_lazy("Points of the two priests of each player")
PUBLIC = gettext_lazy("Stones of the four priests: whose they are is hidden")


def hides(view: View) -> bool:
    """Whether some points may be hidden from whoever does not see everything: whose the priests are is."""
    return True


def points(view: View) -> tuple[int, ...]:
    """What the two priests of each seat are worth, in an open view."""
    return tuple(sum(view.priests[number - 1].value for number in own_priests(seat)) for seat in view.seats)


def public(view: View) -> tuple[int, ...]:
    """What each of the four priests is worth."""
    return tuple(priest.value for priest in view.priests)


def subjects(view: View) -> list[Subject]:
    """The four priests."""
    return [
        Subject(_("Priest {number}").format(number=number), str(number), f"priest-{number}")
        for number in range(1, len(view.priests) + 1)
    ]

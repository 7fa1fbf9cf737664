"""The partners at a table, in words."""

from django.utils.translation import gettext as _

from common.enumerating import listed
from games.engine.contract import AnyGame


def partners_in_words(game: AnyGame, seats: int) -> str:
    """A sentence that says which seats are partners at a table of this size; "" if everyone plays alone."""
    sides = [listed([str(seat + 1) for seat in side]) for side in game.TEAMS.get(seats, ())]
    if len(sides) != 2:
        return ""
    return _("With {seats} seats, {these} are partners, and so are {those}.").format(
        seats=seats, these=sides[0], those=sides[1]
    )

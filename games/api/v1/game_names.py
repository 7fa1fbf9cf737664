"""The games that requests name in their bodies."""

from django.utils.translation import gettext as _

from common.refusals import Refused
from games.engine import GAMES


def check_game(game: str) -> None:
    """Raise Refused if this site has no such game."""
    if game not in GAMES:
        raise Refused(_("There is no such game here."))

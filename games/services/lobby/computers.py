"""The computer players that someone chooses by their levels."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import computer_players
from common.refusals import Refused
from games.ai import LEVELS


def computers_at(levels: Sequence[str]) -> list[User]:
    """The computer players of these levels, in this order: one query. Raises Refused for an unknown level, and while
    the site has none yet.
    """
    if not set(levels) <= set(LEVELS):
        raise Refused(_("There’s no such computer player. Choose one from the list."))
    players = computer_players() if levels else {}
    if not set(levels) <= players.keys():
        raise Refused(_("The computer players aren’t ready yet. Try again in a moment."))
    return [players[level] for level in levels]

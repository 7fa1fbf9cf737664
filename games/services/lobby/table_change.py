"""Changes to the terms of a table that waits for players, by its host."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import check_options
from games.engine.variants import changed, options_text
from games.models import Match, Seat
from games.selectors.access import seats_of
from games.services.live import broadcast
from games.services.lobby.matches import locked_for_host
from games.services.lobby.terms import TableTerms, check_access_of_club

GAME = ("options", "rated", "pace", "weekends_off", "seats_drawn")
"""Terms of the game, to which those who sit there have agreed."""

DOOR = ("access", "password", "host_starts", "lowest_rating", "highest_rating", "least_reliability")
"""Terms of access: who may still join, and how the match starts."""


def table_change(*, match: Match, host: User, terms: TableTerms) -> Match:
    """Change the host's table to these terms; an empty password keeps the current one.

    Once another person sits there, the game is fixed, and only the terms of access can change. Raises Refused if
    the game would change then, and as `match_create` does; TableClosed when the match has started; BadDeal for unknown
    options.
    """
    terms.check(host)
    game = GAMES[match.game]
    check_options(game, terms.options)
    password = terms.hashed_password()
    with transaction.atomic():
        match = locked_for_host(match, host)
        check_access_of_club(match.club_id, terms.access)
        seats = seats_of(match)
        if terms.asks_password and not (password or match.password):
            raise Refused(_("Choose a password for the table."))
        before = [getattr(match, column) for column in GAME]
        match.options = options_text(changed(game, terms.options))
        match.password = (password or match.password) if terms.asks_password else ""
        for column, value in terms.columns().items():
            setattr(match, column, value)
        if [getattr(match, column) for column in GAME] != before and has_others(seats, host):
            raise Refused(
                _(
                    "Someone has already sat down for this game, so it stays as it is. You can still change who can "
                    "join. For another game, open another table."
                )
            )
        match.save(update_fields=[*GAME, *DOOR])
        broadcast.table_changed(match, seats)
    return match


def has_others(seats: Sequence[Seat], host: User) -> bool:
    """Whether another person than `host` sits there."""
    others = [seat.user for seat in seats if seat.user is not None and seat.user_id != host.pk]
    return not all(user.is_computer for user in others)

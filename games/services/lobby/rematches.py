"""Rematches: playing a match again with the same people."""

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import BadDeal
from games.models import Match, Seat
from games.selectors.access import own_seat, seats_of
from games.selectors.lobby.rematches import tables_to_join
from games.selectors.position.engines import options_of
from games.services.live import broadcast
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.refusals import NotYourSeat


def rematch(*, match: Match, user: User) -> Match:
    """Seat `user` in the rematch of the finished `match`: at the table that someone has opened for it, or at a new one
    to which the other people are invited. If all others are computer players, it starts at once.

    The new table has the same terms as the old one, except for access and club: the lobby does not list it until it
    starts, and strangers can watch it only if they could watch the old match. The seat of someone who cannot be invited
    stays free for anyone with the link. Asking twice leads to the same table.

    Raises Refused for a match that cannot be repeated (see `Match.may_be_repeated`), a variant that no longer exists,
    and someone who has opened too many matches; NotYourSeat for someone who did not play it.
    """
    if not match.may_be_repeated:
        raise Refused(_("Only finished games that were played from the start can have a rematch."))
    with transaction.atomic():
        # The race: of two who ask at the same moment, the second finds the table of the first.
        Match.objects.select_for_update().only("pk").get(pk=match.pk)
        seats = seats_of(match)
        if own_seat(seats, user.pk) is None:
            raise NotYourSeat(_("Only the players of this game can ask for a rematch."))
        own, free = tables_to_join(match, user)
        if own is not None:
            return own
        for table in free:
            with suppress(Refused):  # someone else has taken the seat, or the table was closed
                return match_join(match=table, user=user, number=_old_place(seats, table, user))
        return _open(match, seats, user)


def _open(match: Match, seats: list[Seat], host: User) -> Match:
    """Open a table like that of `match`, with the same computer players, and invite the other people."""
    mine = next(seat.number for seat in seats if seat.user == host)
    around = [seat.user for seat in seats[mine + 1 :] + seats[:mine]]
    people = [user for user in around if user is not None and user != host and not user.is_computer]
    places = [user if user is not None and user.is_computer else None for user in around]
    try:
        table = match_create(host=host, game=match.game, others=places, terms=_terms(match, host), rematch_of=match)
    except BadDeal as trouble:
        raise Refused(_("This variant is no longer available. Open a table with another one.")) from trouble
    if None in places:
        for person in people:
            with suppress(Refused):  # guests, and those who are banned or blocked
                invitation_create(match=table, host=host, name=person.username)
        broadcast.table_changed(table, seats_of(table))
    return table


def _terms(match: Match, host: User) -> TableTerms:
    """The terms of `match`, except for access: only what anyone could watch can be watched by anyone again."""
    is_public = match.access == Match.Access.ANYBODY
    return TableTerms(
        access=Match.Access.ANYBODY if is_public else Match.Access.LINK,
        options=options_of(match),
        rated=match.rated and not host.is_guest,
        pace=match.pace,
        weekends_off=match.weekends_off,
        seats_drawn=match.seats_drawn,
    )


def _old_place(seats: list[Seat], table: Match, user: User) -> int | None:
    """The free seat of `table` as far from its host's seat as the user's was before; None if that does not matter."""
    if table.seats_drawn:
        return None
    numbers = {seat.user_id: seat.number for seat in seats}
    if table.host_id not in numbers:
        return None
    place = (numbers[user.pk] - numbers[table.host_id]) % len(seats)
    return place if table.seats.filter(number=place, user=None).exists() else None

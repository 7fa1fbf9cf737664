"""Playing a match again with the same people."""

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.contract import BadDeal
from games.models import Match, Seat
from games.selectors.access import own_seat, seats_of
from games.selectors.engines import options_of
from games.selectors.rematches import tables_to_join
from games.services import tell
from games.services.invitations import invitation_create
from games.services.matches import match_create, match_join
from games.services.refusals import NotYourSeat, Refused


def rematch(*, match: Match, user: User) -> Match:
    """Sit `user` down where the finished `match` is played again: at the table that somebody has opened for it, else at
    a new one to which the other people are invited. Where all others are computer players it begins at once.

    The new table is like the old one but for who may come: until it begins nobody finds it in the lobby, and only what
    anybody could watch can be watched again. Who cannot be invited leaves a seat that is free to whoever has the link.
    Asking twice leads to the same table. Raises Refused for a match that is not over, was played on from a step or by
    computer players alone, and for whoever has opened too many matches; NotYourSeat for whoever did not play it.
    """
    if not match.may_be_repeated:
        raise Refused(_("There is a rematch only of games that are over and were played from their beginning."))
    with transaction.atomic():
        # The race: of two who ask at the same moment the second finds the table of the first.
        Match.objects.select_for_update().only("pk").get(pk=match.pk)
        seats = seats_of(match)
        if own_seat(seats, user.pk) is None:
            raise NotYourSeat(_("Only those who played this game can ask for a rematch."))
        own, free = tables_to_join(match, user)
        if own is not None:
            return own
        for table in free:
            with suppress(Refused):  # somebody else has taken the seat, or the table was closed
                return match_join(match=table, user=user, number=_old_place(seats, table, user))
        return _opened(match, seats, user)


def _opened(match: Match, seats: list[Seat], host: User) -> Match:
    """A table like that of `match`, with the same computer players, and the other people invited."""
    mine = next(seat.number for seat in seats if seat.user == host)
    around = [seat.user for seat in seats[mine + 1 :] + seats[:mine]]
    others = [user for user in around if user is not None and user != host]
    places = [user if user is not None and user.is_computer else None for user in around]
    try:
        table = match_create(
            host=host,
            game=match.game,
            others=places,
            access=Match.Access.ANYBODY if match.access == Match.Access.ANYBODY else Match.Access.LINK,
            options=options_of(match),
            rated=match.rated and not host.is_guest,
            pace=match.pace,
            weekends_off=match.weekends_off,
            seats_drawn=match.seats_drawn,
            rematch_of=match,
        )
    except BadDeal as trouble:
        raise Refused(_("This variant is not played any more. Open a table with another one.")) from trouble
    if None in places:
        for other in others:
            with suppress(Refused):  # guests, whoever is banned or kept apart
                if not other.is_computer:
                    invitation_create(match=table, host=host, name=other.username)
        tell.table_changed(table, seats_of(table))
    return table


def _old_place(seats: list[Seat], table: Match, user: User) -> int | None:
    """The free seat of `table` that lies from its host's as the user's did before; None where that makes no odds."""
    if table.seats_drawn:
        return None
    numbers = {seat.user_id: seat.number for seat in seats}
    if table.host_id not in numbers:
        return None
    place = (numbers[user.pk] - numbers[table.host_id]) % len(seats)
    return place if table.seats.filter(number=place, user=None).exists() else None

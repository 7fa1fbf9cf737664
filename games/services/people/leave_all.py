"""Removes someone from every table: they leave the site for good, or are banned."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Match, Seat
from games.services.lobby.matches import match_leave
from games.services.play.resignation import resign
from games.services.refusals import NotRunning, NotYourSeat, TableClosed


def unfinished(user: User) -> QuerySet[Match]:
    """The open and running matches in which `user` has not been replaced."""
    seats = Seat.objects.filter(user=user, stand_in=None, match__status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    return Match.objects.filter(pk__in=seats.values("match")).order_by("pk")


def matches_leave(*, user: User) -> None:
    """Resign the running matches of `user` and leave their open tables.

    Each in its own transaction, as by hand; one that ends meanwhile is simply skipped. A repeated call carries on from
    there.
    """
    for match in unfinished(user):
        try:
            if match.status == Match.Status.OPEN:
                match_leave(match=match, user=user)
            else:
                resign(match=match, user=user)
        except (NotRunning, NotYourSeat, TableClosed):
            continue

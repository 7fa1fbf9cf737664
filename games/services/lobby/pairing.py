"""Quick pairing: join someone who is waiting, or open a table for the next person to join."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.presence import came_by, who_is_here
from common.refusals import Refused
from common.turnstile import pass_alone
from games.engine import GAMES
from games.models import Invitation, Match
from games.selectors.records.lists import found_by
from games.services.lobby.matches import match_create, match_join
from games.services.refusals import TableClosed

LOOKED_AT = 500
"""How many waiting tables, youngest first, are checked for a host who is here. A table left alone keeps waiting."""


def pair(*, user: User, game: str) -> Match:
    """Seat `user` in a match of `game`, and return it: at a live table that lacks one player and whose host is still
    here, which starts at once; otherwise at a new table, which waits. Someone who already waits stays where they are.

    Of two who ask at the same moment, one opens the table and the other joins it. Raises Refused as `match_create`
    does, and for bots.
    """
    if user.is_bot:  # people who want a bot choose it themselves
        raise Refused(_("Bots are not paired: people choose to play a bot. Open a table instead."))
    came_by(user.pk)  # before the lock lets the next one in, who must not take this table for an abandoned one
    with transaction.atomic():
        pass_alone(f"pair {game}")
        tables = _waiting(user, game)
        own = tables.filter(host=user).first()
        if own is not None:
            return own
        hosts = dict(tables.order_by("-created_at", "-pk").values_list("pk", "host_id")[:LOOKED_AT])
        here = who_is_here({host for host in hosts.values() if host is not None})
        met = [pk for pk, host in hosts.items() if host in here]
        for table in tables.filter(pk__in=met) if met else ():
            try:
                return match_join(match=table, user=user)
            except TableClosed:  # at this very moment, by its host or by someone who joined from the lobby
                continue
        return match_create(host=user, game=game, others=[None] * (min(GAMES[game].SEATS) - 1))


def _waiting(user: User, game: str) -> QuerySet[Match]:
    """Tables of the game as printed that need just one more player, no matter who; oldest first."""
    removed = Invitation.objects.filter(match=OuterRef("pk"), user=user, state=Invitation.State.REMOVED)
    tables = Match.objects.filter(found_by(user), ~Exists(removed), status=Match.Status.OPEN, game=game, options="")
    tables = tables.filter(club=None)
    tables = tables.filter(access=Match.Access.ANYBODY, pace=Match.Pace.LIVE, host_starts=False, rematch_of=None)
    tables = tables.filter(host__owner=None)  # of a bot
    tables = tables.filter(rated=False, lowest_rating=None, highest_rating=None, least_reliability=None)
    return tables.annotate(free=Count("seats", filter=Q(seats__user=None))).filter(free=1).order_by("created_at", "pk")

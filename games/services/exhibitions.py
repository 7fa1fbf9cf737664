"""Exhibitions: computer players among themselves, for somebody to watch."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import check_seats
from games.models import Action, Match, Seat
from games.models.match import ENDED
from games.selectors.exhibitions import running_exhibitions
from games.services import tell
from games.services.advance import finish
from games.services.matches import check_is_here, check_may_open, match_begin
from games.services.recorded import new_code
from games.services.refusals import NotRunning, Refused, StillWatching
from games.services.running import enter, locked

MOST_FOR_A_PROCESS = 8
"""How many exhibitions may run for each process that thinks: with more, people would see one move in half a minute."""

SHARE_OF_GUESTS = 0.5
"""Guests together run no more than this share: anybody can be a guest as often as they like."""


def exhibition_create(*, host: User, game: str, players: Sequence[User], instead: bool = False) -> Match:
    """Start a match of computer `players` among themselves, in this order, that `host` watches, and whoever gets its
    link; `instead` of the one that goes on.

    It is never rated. Raises StillWatching for somebody whose last exhibition goes on, Refused for somebody who has
    opened too many matches, and while too many others watch theirs; BadDeal for a number of seats that the game does
    not have.
    """
    check_seats(GAMES[game], len(players))
    with transaction.atomic():
        check_is_here(host)
        make_way_for_exhibition(host, instead=instead)
        check_may_open(host)
        match = Match.objects.create(
            code=new_code(),
            invite=secrets.token_urlsafe(12),
            game=game,
            seat_count=len(players),
            rules_version=GAMES[game].RULES_VERSION,
            access=Match.Access.LINK,
            pace=Match.Pace.NONE,
            exhibition=True,
            seats_drawn=False,
            host=host,
        )
        Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(players))
        match_begin(match)
    return match


def exhibition_end(*, match: Match, user: User) -> Match:
    """End an exhibition of `user` here, without a result. Raises NotRunning, Refused for what is none of theirs."""
    with transaction.atomic():
        match, seats = locked(match, None)
        if not match.exhibition or match.host_id != user.pk:
            raise Refused(_("Only whoever has started an exhibition can end it."))
        enter(match, None, Action.Kind.ENDED, timezone.now())
        finish(match, seats, ENDED, None, match.changed_at)
        match.save()
        tell.match_changed(match, seats)
    return match


def make_way_for_exhibition(host: User, *, instead: bool) -> None:
    """End every exhibition of `host` that goes on, where another one is wanted `instead`.

    The caller has locked the row of the host. Raises StillWatching where it is not: each exhibition keeps a computer
    player busy. Raises Refused where one is too many of everybody: all of them think in what players leave over.
    """
    for running in running_exhibitions(host):
        if not instead:
            raise StillWatching
        with suppress(NotRunning):  # over a moment ago
            exhibition_end(match=running, user=host)
    most = MOST_FOR_A_PROCESS * settings.AI_PROCESSES
    others = Match.objects.filter(exhibition=True, status=Match.Status.RUNNING)
    if others.count() >= most:
        raise Refused(_("Many people watch computer players just now. Please come back in a few minutes."))
    if host.is_guest and others.filter(host__is_guest=True).count() >= SHARE_OF_GUESTS * most:
        raise Refused(_("Many guests watch computer players just now. Please come back in a few minutes, or sign up."))

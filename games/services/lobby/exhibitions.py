"""Exhibitions: matches among computer players, for someone to watch."""

from collections.abc import Sequence
from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Match
from games.selectors.lobby.exhibitions import running_exhibitions
from games.services.lobby.matches import check_may_open, check_may_play, check_seat_count, match_begin
from games.services.lobby.new_match import match_new
from games.services.play.locking import locked
from games.services.play.takeover import end_by_host
from games.services.refusals import NotRunning, StillWatching

MOST_FOR_A_PROCESS = 8
"""How many exhibitions may run for each process that thinks: with more, people would see only one move in half a
minute.
"""

SHARE_OF_GUESTS = 0.5
"""All guests together may run at most this share: anyone can become a guest as often as they like."""


def exhibition_create(*, host: User, game: str, players: Sequence[User], instead: bool = False) -> Match:
    """Start a match among computer `players`, in this order, for `host` and anyone with its link to watch; `instead`
    of the host's current one.

    It is never rated. Raises StillWatching for someone whose last exhibition is still running, Refused for someone
    who has opened too many matches, while too many others watch theirs, and for a number of seats that the game does
    not have.
    """
    check_seat_count(GAMES[game], len(players))
    with transaction.atomic():
        check_may_play(host)
        make_way_for_exhibition(host, instead=instead)
        check_may_open(host)
        match = match_new(
            game=game,
            sitting=players,
            access=Match.Access.LINK,
            pace=Match.Pace.NONE,
            exhibition=True,
            seats_drawn=False,
            host=host,
        )
        match_begin(match)
    return match


def exhibition_end(*, match: Match, user: User) -> Match:
    """End an exhibition of `user` without a result. Raises NotRunning; Refused for anything that is not their
    exhibition.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        if not match.exhibition or match.host_id != user.pk:
            raise Refused(_("Only the person who started an exhibition can end it."))
        end_by_host(match, seats)
    return match


def make_way_for_exhibition(host: User, *, instead: bool) -> None:
    """End every running exhibition of `host` if another one is wanted `instead`.

    The caller has locked the host's row. Raises StillWatching if one is running and not to be replaced, since each
    exhibition keeps a computer player busy. Raises Refused if there are too many exhibitions in all: they share the
    computing time that players leave over.
    """
    for running in running_exhibitions(host):
        if not instead:
            raise StillWatching
        with suppress(NotRunning):  # ended a moment ago
            exhibition_end(match=running, user=host)
    most = MOST_FOR_A_PROCESS * settings.AI_PROCESSES
    others = Match.objects.filter(exhibition=True, status=Match.Status.RUNNING)
    if others.count() >= most:
        raise Refused(_("Many people are watching computer players right now. Please come back in a few minutes."))
    if host.is_guest and others.filter(host__is_guest=True).count() >= SHARE_OF_GUESTS * most:
        raise Refused(
            _("Many guests are watching computer players right now. Please come back in a few minutes, or sign up.")
        )

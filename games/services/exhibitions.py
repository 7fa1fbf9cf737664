"""Exhibitions: computer players among themselves, for somebody to watch."""

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import check_seats
from games.models import Match, Seat
from games.services.matches import check_is_here, check_may_open, match_begin
from games.services.recorded import new_code
from games.services.refusals import Refused

MOST_FOR_A_PROCESS = 8
"""How many exhibitions may run for each process that thinks: with more, people would see one move in half a minute."""


def exhibition_create(*, host: User, game: str, players: Sequence[User]) -> Match:
    """Start a match of computer `players` among themselves that `host` watches, and whoever gets its link.

    It is never rated. Raises Refused for somebody whose last exhibition still goes on, or who has opened too many
    matches, and while too many others watch theirs; BadDeal for a number of seats that the game does not have.
    """
    check_seats(GAMES[game], len(players))
    with transaction.atomic():
        check_is_here(host)
        check_may_open(host)
        check_may_exhibit(host)
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


def check_may_exhibit(host: User) -> None:
    """Refuse a second exhibition of `host` at the same time: each keeps a computer player busy. And one too many of
    everybody: all of them think in what players leave over. Raises Refused.
    """
    running = Match.objects.filter(exhibition=True, status=Match.Status.RUNNING)
    if running.filter(host=host).exists():
        raise Refused(_("Your last exhibition still goes on: watch it to its end first."))
    if running.count() >= MOST_FOR_A_PROCESS * settings.AI_PROCESSES:
        raise Refused(_("Many people watch computer players just now. Please come back in a few minutes."))

"""Everyone's one try at a deal."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.refusals import Refused
from daily.models import Try
from daily.services.drawing import deal_of_today
from games.models import Match
from games.services.lobby.arranged import match_arrange
from games.services.lobby.computers import computers_at
from games.services.lobby.matches import check_is_here
from games.services.refusals import AlreadyPlayedHere


def try_begin(*, user: User, game: str, is_used: bool = False) -> Try:
    """Begin today's game of `user`, or return the one already begun: there is one per person and day.

    Raises Refused for bots, if someone else has played this deal in the same browser (`is_used`), and while the site
    has no computer players.
    """
    with transaction.atomic():
        check_is_here(user)  # the race: a second tab waits here, and then finds the first try
        deal = deal_of_today(game)  # only now: the day may have ended while we waited
        before = deal.tries.select_related("match").filter(user=user).first()
        if before is not None:
            return before
        if is_used:
            raise AlreadyPlayedHere
        if user.is_bot:
            raise Refused(str(_("The deal of the day is for people: bots cannot play it.")))
        [computer] = computers_at([deal.level])
        match = match_arrange(
            host=None,
            game=game,
            players=[user if seat == deal.seat else computer for seat in range(deal.seat_count)],
            rated=False,
            pace=Match.Pace.NONE,
            weekends_off=False,
            deal_text=deal.text,
            thoughts=deal.thoughts,
            sealed_until=deal.ends_at,
        )
        return Try.objects.create(deal=deal, user=user, match=match)


def tries_merge(*, guest: User, user: User) -> None:
    """Transfer the tries of `guest` to `user`. Of two tries at the same deal the one that ended first counts: the
    other one was played on with the deal known. If neither has ended, the one that began first.

    The caller has a transaction that locks the games of both.
    """
    first: dict[int, Try] = {}
    second: list[int] = []
    theirs = Try.objects.filter(user__in=[guest, user])
    for each in theirs.order_by(F("match__finished_at").asc(nulls_last=True), "begun_at", "pk"):
        if first.setdefault(each.deal_id, each) is not each:
            second.append(each.pk)
    Try.objects.filter(pk__in=second).delete()
    Try.objects.filter(user=guest).update(user=user)

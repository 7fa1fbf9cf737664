"""Vacations stop the clocks of a person's day games.

A clock is stopped by moving its deadline, so nothing has to be restarted afterwards.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, Vacation
from accounts.selectors import vacation_days_left, vacation_now
from common.refusals import Refused
from games.models import Match, Seat
from games.paces import PACES, counted, later
from games.selectors.access import seats_of
from games.services.live import broadcast
from games.services.play import clocks
from notices.kinds import Kind
from notices.outbox import called_at, notify

SLOW = [pace.key for pace in PACES.values() if pace.is_slow]
"""The paces at which a vacation stops the clock."""


def vacation_begin(*, user: User, days: int) -> Vacation:
    """Start a vacation of `user` now; the days are taken from this year's budget.

    Raises Refused for more days than are left, for fewer than one, for guests, and during a vacation.
    """
    now = timezone.now()
    with transaction.atomic():
        user = _locked(user)
        if user.is_guest:
            raise Refused(_("Guests have no vacation. Sign up first; you keep all your games."))
        if user.is_away(now):
            raise Refused(_("You are already on vacation."))
        left = vacation_days_left(user, now)
        if not 1 <= days <= left:
            raise Refused(
                _("Choose between 1 and %(left)s days: that is what you have left this year.") % {"left": left}
            )
        vacation = Vacation.objects.create(user=user, began_at=now, days=days)
        _move(user, now, now + timedelta(days=days))
    return vacation


def vacation_end(*, user: User) -> None:
    """End the vacation early; days not yet begun return to the budget. Raises Refused when not on vacation."""
    now = timezone.now()
    with transaction.atomic():
        user = _locked(user)
        vacation = vacation_now(user, now)
        if vacation is None:
            raise Refused(_("You’re not on vacation."))
        vacation.days = min(vacation.days, (now - vacation.began_at) // timedelta(days=1) + 1)
        vacation.save(update_fields=["days"])
        _move(user, now, now)


def _locked(user: User) -> User:
    """The user, locked until the transaction ends; other transactions may still insert rows that refer to them.

    A stronger lock could deadlock: someone who acts in a match, and so notifies this user, would wait for us while we
    wait for that match.
    """
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _move(user: User, now: datetime, until: datetime) -> None:
    """Set the end of the vacation, move the deadlines that wait for the user, and notify the others of a new one."""
    before = max(now, user.away_until) if user.away_until is not None else now
    user.away_until = until
    user.save(update_fields=["away_until"])
    playing = Seat.objects.filter(user=user, stand_in=None, match__status=Match.Status.RUNNING, match__pace__in=SLOW)
    # In a fixed order, to avoid deadlocks.
    locked = Match.objects.select_for_update().order_by("pk")
    deciding = playing.filter(Q(match__to_move=F("number")) | Q(match__claimable_by=F("number"))).values("match")
    for match in locked.filter(pk__in=deciding, status=Match.Status.RUNNING, deadline__isnull=False):
        seats = seats_of(match)
        if match.waits_for is None or seats[match.waits_for].user_id != user.pk:
            continue
        assert match.deadline is not None
        assert match.to_move is not None
        weekends = match.weekends_of(seats[match.waits_for])
        left = counted(before, match.deadline, weekends=weekends)
        match.deadline = later(until, left, weekends=weekends)
        match.save(update_fields=["deadline"])
        clocks.remind(match, seats, called_at=called_at(match=match, seat=seats[match.to_move]))
        broadcast.match_changed(match, seats)
    if until > now:
        for match in Match.objects.filter(pk__in=playing.values("match")).prefetch_related("seats__user"):
            others = [seat.user for seat in match.seats.all() if seat.user_id != user.pk and seat.stand_in_id is None]
            notify(kind=Kind.VACATION, match=match, users=others, about=user)

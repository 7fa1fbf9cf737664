"""Ending a match early, without a result, because everyone agrees."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.models import Action, Match, Seat
from games.models.match import AGREED
from games.services.live import broadcast
from games.services.play.advance import BESIDE, finish
from games.services.play.locking import enter, locked, people, seat_of
from notices.kinds import Kind
from notices.outbox import notify


def end_agree(*, match: Match, user: User) -> Match:
    """Offer or agree to end the match: once every person at the table has, it ends unrated and without a winner.

    Computer players have no say. Agreeing twice changes nothing. Raises NotRunning, NotYourSeat, or Refused when nobody
    else could agree, or when the user's offer was declined and they have not decided anything since.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        if seat.agrees:
            return match
        others = [other for other in people(seats) if other != seat]
        if not others:
            raise Refused(_("No other person is playing, so nobody can agree. You can leave the match instead."))
        if not any(other.agrees for other in others) and _is_repeated(match, seat):
            raise Refused(_("Your offer was declined. You can offer again after your next action."))
        seat.agrees = True
        seat.save(update_fields=["agrees"])
        enter(match, seat, Action.Kind.AGREE, timezone.now())
        if all(other.agrees for other in others):
            finish(match, seats, AGREED, None, match.changed_at)
        else:
            waited_for = [other.user for other in others if not other.agrees]
            notify(kind=Kind.OFFER, match=match, users=waited_for, about=user)
        match.save(update_fields=BESIDE)
        broadcast.match_changed(match, seats)
    return match


def end_decline(*, match: Match, user: User) -> Match:
    """Play on: cancels all offers and agreements. Raises NotRunning, NotYourSeat, or Refused without an offer."""
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        agreeing = [other for other in seats if other.agrees]
        if not agreeing:
            raise Refused(_("Nobody is offering to end the match."))
        for other in agreeing:
            other.agrees = False
        Seat.objects.bulk_update(agreeing, ["agrees"])
        enter(match, seat, Action.Kind.DECLINE, timezone.now())
        match.save(update_fields=BESIDE)
        broadcast.match_changed(match, seats)
    return match


def offer_after_leaving(match: Match, seats: list[Seat], now: datetime) -> bool:
    """Update an offer to end `match` when someone has left. Returns whether all who remain agree, so that it ends.

    If only one remains, the offer is void: nobody is left to agree. The caller holds the lock and saves.
    """
    remaining = people(seats)
    if len(remaining) > 1 and all(seat.agrees for seat in remaining):
        finish(match, seats, AGREED, None, now)
        return True
    if len(remaining) == 1 and remaining[0].agrees:
        remaining[0].agrees = False
        remaining[0].save(update_fields=["agrees"])
    return False


def _is_repeated(match: Match, seat: Seat) -> bool:
    """Whether `seat` has offered before, was declined, and has not decided anything since."""
    entries = list(match.actions.filter(kind__in=[Action.Kind.AGREE, Action.Kind.DECLINE]).order_by("-ply")[:1])
    if not entries or entries[0].kind != Action.Kind.DECLINE:
        return False
    since = match.actions.filter(seat=seat.number, ply__gt=entries[0].ply, kind=Action.Kind.PLAY)
    offered = match.actions.filter(seat=seat.number, ply__lt=entries[0].ply, kind=Action.Kind.AGREE)
    return offered.exists() and not since.exists()

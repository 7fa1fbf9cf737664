"""Repairs by moderators of matches that hang or are broken, and ending those that must not continue.

A moderator never plays for anyone: everything done here follows from the log or ends the match. It is entered in the
log, where all readers of the match see it. Moderators cannot do it to a match of their own: they could think without a
clock, or escape a loss.
"""

from collections.abc import Iterable
from contextlib import suppress

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import IllegalAction
from games.models import Action, Match, Seat
from games.models.match import CALLED_OFF
from games.selectors.access import seats_of
from games.selectors.position.engines import entries_that_count, states_after
from games.services.live import broadcast
from games.services.moderation.quarantine import match_quarantine
from games.services.play.advance import BESIDE, SETTLED, finish, settle
from games.services.play.clocks import clock_start, hold
from games.services.play.locking import locked
from games.services.play.resignation import resign
from games.services.refusals import NotRunning, NotYourSeat
from notices.outbox import forget_calls


def match_rebuild(*, match: Match, moderator: User | None = None) -> Match:
    """Rebuild the position from deal and log and resume the match, even one that was quarantined.

    Raises Refused for a match that is neither running nor quarantined, for a log that the rules no longer allow, and
    for a `moderator` who plays there.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        _check_impartial(match, moderator)
        if match.status not in (Match.Status.RUNNING, Match.Status.BROKEN):
            raise Refused(_("Only a match that is running or on hold can be rebuilt from its log."))
        seats, log = seats_of(match), list(match.actions.order_by("ply"))
        try:
            state = states_after(match, entries_that_count(log))[-1]
        except (IllegalAction, ValueError) as trouble:
            raise Refused(_("The log can’t be replayed: %(trouble)s") % {"trouble": trouble}) from trouble
        rested = match.status == Match.Status.BROKEN
        match.status, match.trouble, match.ply = Match.Status.RUNNING, "", len(log)
        if rested:  # the deciding player is called and reminded again
            forget_calls(match=match)
            match.to_move = None
        settle(match, seats, state, [])
        if rested and match.claimable_by is not None and match.to_move not in (None, match.claimable_by):
            hold(match, seats, timezone.now())
        if match.deadline is None and match.status == Match.Status.RUNNING:
            clock_start(match, seats, timezone.now())  # the clock may have been lost
        _enter(match, Action.Kind.MENDED)
        match.save(update_fields=[*SETTLED, "trouble"])
        broadcast.match_changed(match, seats)
        return _closed_leave(match, seats)


def _closed_leave(match: Match, seats: Iterable[Seat]) -> Match:
    """Let those leave whose account was closed while the match was quarantined, when they could not."""
    for seat in seats:
        if seat.user is not None and not seat.user.is_active and seat.stand_in_id is None:
            with suppress(NotRunning, NotYourSeat):
                match = resign(match=match, user=seat.user)
    return match


def match_ask(*, match: Match) -> Match:
    """Ask the computer player that decides to think again. Asking twice does no harm.

    Raises NotRunning; Refused when no computer player decides, and while it waits for someone to take the win.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        decider = None if match.to_move is None else seats[match.to_move].decider
        if decider is None or not decider.is_computer:
            raise Refused(_("No computer player is to move in this match."))
        if match.waits_for_claim:
            raise Refused(_("The computer player waits until the other player takes the win or plays on."))
        match.asked_at = timezone.now()
        match.save(update_fields=["asked_at"])
        broadcast.ask_to_think(match.code, match.ply, match.pace, exhibition=match.exhibition)
    return match


def match_quarantine_by_hand(*, match: Match, trouble: str, moderator: User | None = None) -> Match:
    """Quarantine a running match: nobody can act in it, and its clocks stop. The other moderators are told.

    Raises Refused for a match that is not running, and for a `moderator` who plays there.
    """
    with transaction.atomic():
        try:
            match, _seats = locked(match, None)
        except NotRunning:
            raise Refused(_("Only a running match can be put on hold.")) from None
        _check_impartial(match, moderator)
        _enter(match, Action.Kind.QUARANTINED)
        match.save(update_fields=["ply"])
        match_quarantine(match_id=match.pk, ply=None, trouble=trouble, by=moderator)
        match.refresh_from_db()
    return match


def match_call_off(*, match: Match, moderator: User | None = None) -> Match:
    """End a match that was quarantined, without a result and unrated. Raises Refused for any other match, and for a
    `moderator` who plays there.

    This cannot be undone, so it takes two steps: quarantine, then calling off.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        if match.status != Match.Status.BROKEN:
            raise Refused(_("Put the match on hold first: once called off, it cannot be resumed."))
        _check_impartial(match, moderator)
        seats = seats_of(match)
        _enter(match, Action.Kind.STOPPED)
        match.rated = False
        match.changed_at = timezone.now()
        finish(match, seats, CALLED_OFF, None, match.changed_at)
        match.save(update_fields=[*BESIDE, "rated"])
        broadcast.match_changed(match, seats)
    return match


def _check_impartial(match: Match, moderator: User | None) -> None:
    """Refuse a moderator who plays in the match, or whose bot does. Superusers may: they run the site, perhaps alone.

    Raises Refused.
    """
    if moderator is None or moderator.is_superuser:
        return
    if any(seat.user is not None and seat.user.household == moderator.pk for seat in seats_of(match)):
        raise Refused(_("You are playing in this match yourself. Ask another moderator."))


def _enter(match: Match, kind: str) -> None:
    """Add a moderator's action to the log. The caller holds the lock and saves the match.

    It goes after the last entry, even if `match.ply` differs: that difference is then what is being repaired.
    """
    last = match.actions.aggregate(ply=Max("ply"))["ply"]
    ply = 0 if last is None else last + 1
    Action.objects.create(match=match, ply=ply, seat=None, kind=kind, made_at=timezone.now())
    match.ply = ply + 1

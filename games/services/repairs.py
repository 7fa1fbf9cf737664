"""What moderators do about matches that hang, are broken, or must not go on.

A moderator never plays for anybody: whatever is done here follows from the log, or ends the match, and stands in the
log of the match itself, for everybody who reads it.
"""

from contextlib import suppress

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.contract import IllegalAction
from games.models import Action, Match
from games.selectors.access import seats_of
from games.selectors.engines import entries_that_count, states_after
from games.services import tell
from games.services.advance import finish, settle
from games.services.aside import match_set_aside
from games.services.clocks import clock_start, hold
from games.services.leaving import resign
from games.services.refusals import NotRunning, NotYourSeat, Refused
from games.services.running import locked
from notices.services.outbox import forget_calls

CALLED_OFF = "called_off"
"""Reason of a match that moderators have ended without a result."""


def match_rebuild(*, match: Match) -> Match:
    """Make the position anew from deal and log, and let the match go on, also one that was set aside.

    Raises Refused for a match that has no running log, and for a log that the rules no longer allow.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        if match.status not in (Match.Status.RUNNING, Match.Status.BROKEN):
            raise Refused(_("Only a match that runs or was set aside can be made anew from its log."))
        seats, log = seats_of(match), list(match.actions.order_by("ply"))
        try:
            state = states_after(match, entries_that_count(log))[-1]
        except (IllegalAction, ValueError) as trouble:
            raise Refused(_("The log cannot be replayed: %(trouble)s") % {"trouble": trouble}) from trouble
        rested = match.status == Match.Status.BROKEN
        match.status, match.trouble, match.ply = Match.Status.RUNNING, "", len(log)
        if rested:  # whoever decides is called and reminded anew
            forget_calls(match=match)
            match.awaited = None
        settle(match, seats, state, [])
        if rested and match.win_offer is not None and match.awaited not in (None, match.win_offer):
            hold(match, seats, timezone.now())
        if match.deadline is None and match.status == Match.Status.RUNNING:
            clock_start(match, seats, timezone.now())  # it may have been lost
        _enter(match, Action.Kind.MENDED)
        match.save()
        tell.match_changed(match, seats)
        for seat in seats:
            # Accounts that were deleted meanwhile could not leave a match that was set aside.
            if seat.user is not None and not seat.user.is_active and seat.stand_in_id is None:
                with suppress(NotRunning, NotYourSeat):
                    match = resign(match=match, user=seat.user)
    return match


def match_ask(*, match: Match) -> Match:
    """Ask the computer player again whose turn it is. Asking twice does no harm. Raises NotRunning, Refused."""
    with transaction.atomic():
        match, seats = locked(match, None)
        decider = None if match.awaited is None else seats[match.awaited].decider
        if decider is None or not decider.is_computer:
            raise Refused(_("No computer player is on turn in this match."))
        if match.is_held:
            raise Refused(_("The computer player waits until the other player has taken the win or plays on."))
        match.asked_at = timezone.now()
        match.save(update_fields=["asked_at"])
        tell.ask_to_think(match.code, match.ply, match.pace, exhibition=match.exhibition)
    return match


def match_put_aside(*, match: Match, trouble: str, moderator: User | None = None) -> Match:
    """Take a running match out of play: nothing can be done in it, and its clocks stand. Raises Refused.

    The other moderators are told.
    """
    with transaction.atomic():
        try:
            match, _seats = locked(match, None)
        except NotRunning:
            raise Refused(_("Only a match that runs can be set aside.")) from None
        _enter(match, Action.Kind.ASIDE)
        match.save(update_fields=["ply"])
        match_set_aside(match_id=match.pk, ply=None, trouble=trouble, by=moderator)
        match.refresh_from_db()
    return match


def match_call_off(*, match: Match) -> Match:
    """End a match that was set aside, without a result and unrated. Raises Refused for any other match.

    Nothing takes this back, so it needs two steps: setting aside, then calling off.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        if match.status != Match.Status.BROKEN:
            raise Refused(_("Set the match aside first: what is called off cannot be played on."))
        seats = seats_of(match)
        _enter(match, Action.Kind.STOPPED)
        match.rated = False
        match.changed_at = timezone.now()
        finish(match, seats, CALLED_OFF, None, match.changed_at)
        match.save()
        tell.match_changed(match, seats)
    return match


def _enter(match: Match, kind: str) -> None:
    """Tell in the log what a moderator does. The caller holds the lock and saves.

    Behind the last entry, also where `match.ply` says that it stands elsewhere: then that is what is being repaired.
    """
    last = match.actions.aggregate(ply=Max("ply"))["ply"]
    ply = 0 if last is None else last + 1
    Action.objects.create(match=match, ply=ply, seat=None, kind=kind, made_at=timezone.now())
    match.ply = ply + 1

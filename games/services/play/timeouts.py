"""Running out of time: a computer player takes the seat over, or the other player takes the win."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.models import Action, Match, Seat
from games.models.match import TIMED_OUT
from games.services.computer.work import is_passing
from games.services.live import broadcast
from games.services.moderation.quarantine import match_quarantine
from games.services.play import clocks
from games.services.play.advance import BESIDE
from games.services.play.agreeing import offer_after_leaving
from games.services.play.locking import enter, locked, people, seat_of, stand_in
from games.services.play.takeover import end_early, hand_to_computer, leave, take_win, tell_of_stand_in

log = logging.getLogger(__name__)

BATCH = 50
"""How many matches `time_out_all` handles at once: a second or two of work, so that the heartbeat keeps beating."""

TOGETHER = 10
"""How many matches share a transaction: to begin and commit one costs as much as a match."""

UNTOUCHED = ("state", "deal", "salt", "password")
"""Large columns that a computer player's takeover does not change."""


def time_is_up(*, match: Match, ply: int) -> None:
    """Take the seat from the player to move now, for good, regardless of their clock: someone else has set a deadline.

    Nothing happens if anyone has acted since `ply`. With two seats the other one wins. Raises NotRunning, NoStandIn.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        if match.ply != ply or match.to_move is None:
            return
        if match.claimable_by is not None and match.waits_for_claim:
            take_win(match, seats, seats[match.claimable_by], Action.Source.FORCED, timezone.now())
            match.save(update_fields=BESIDE)
            broadcast.match_changed(match, seats)
        else:
            leave(match, seats, seats[match.to_move], Action.Kind.TIMEOUT, TIMED_OUT)


def _time_out(match_ids: Sequence[int], now: datetime, player: User) -> int:
    """Hand over those of these matches whose time has run out, in one transaction. Returns how many: fewer if someone
    was faster, or time was given back.
    """
    with transaction.atomic():
        # Always in the same order, so that two sweeps at once do not deadlock.
        due = Match.objects.select_for_update().filter(pk__in=match_ids, status=Match.Status.RUNNING)
        due = due.filter(deadline__lte=now, to_move__isnull=False).defer(*UNTOUCHED).order_by("pk")
        matches = list(due)
        seats_by_match: dict[int, list[Seat]] = {match.pk: [] for match in matches}
        for seat in Seat.objects.filter(match__in=matches).select_related("user", "stand_in").order_by("number"):
            seats_by_match[seat.match_id].append(seat)
        for match in matches:
            _hand_over(match, seats_by_match[match.pk], now, player)
    return len(matches)


def _hand_over(match: Match, seats: list[Seat], now: datetime, player: User) -> None:
    """Hand the deciding seat, whose time has run out, to the computer player. The caller holds the lock.

    With two seats the other player may then take the win, until their own next action; the stand-in waits for that
    choice, for at most the time of a turn. If that player runs out of time as well, they have won. When nobody else is
    left, the match ends.
    """
    assert match.to_move is not None
    seat = seats[match.to_move]
    if match.waits_for_claim:
        clocks.release(match, now)
    elif match.claimable_by == seat.number:
        take_win(match, seats, seat, Action.Source.FORCED, now)
    else:
        hand_to_computer(match, seat, Action.Kind.TIMEOUT, now, player)
        _continue(match, seats, seat, now)
    match.save(update_fields=BESIDE)
    broadcast.match_changed(match, seats)


def _continue(match: Match, seats: list[Seat], gone: Seat, now: datetime) -> None:
    """Let the match go on after a computer player has taken over the seat `gone`, or end it."""
    others = people(seats)
    if not others:
        end_early(match, seats, TIMED_OUT, now)
        return
    if offer_after_leaving(match, seats, now):
        return
    if match.seat_count == 2:
        match.claimable_by = others[0].number
        clocks.hold(match, seats, now)
    else:
        match.asked_at = match.to_move_since = now
        clocks.clock_start(match, seats, now)
    tell_of_stand_in(match, seats, gone)


def time_out_all(*, now: datetime | None = None) -> int:
    """Handle the matches in which someone's time has run out. Returns how many; a full BATCH if there may be more.

    Safe to run at any time and concurrently: the second run finds nothing to do. If one of several matches in a
    transaction fails, each is handled by itself, and a match that cannot be read is quarantined, so it never blocks
    the others. Raises NoStandIn.
    """
    now = now or timezone.now()
    due = Match.objects.filter(status=Match.Status.RUNNING, deadline__lte=now).order_by("deadline")
    found = list(due.values_list("pk", flat=True)[:BATCH])
    if not found:
        return 0
    player = stand_in()
    done = 0
    with broadcast.together():
        for first in range(0, len(found), TOGETHER):
            some = found[first : first + TOGETHER]
            try:
                done += _time_out(some, now, player)
            except Exception as error:
                if is_passing(error):
                    raise
                log.exception("one of the matches %s cannot be handed over: trying each on its own", some)
                done += sum(_timed_out(match_id, now, player) for match_id in some)
    return done


def _timed_out(match_id: int, now: datetime, player: User) -> bool:
    """Hand over a single match if its time has run out, or quarantine it if it cannot be read. False: neither."""
    try:
        return _time_out([match_id], now, player) == 1
    except Exception as error:
        if is_passing(error):
            raise
        log.exception("match %s cannot be handed to a computer player and is put on hold", match_id)
        match_quarantine(match_id=match_id, ply=None, trouble=f"time out: {error!r}")
        return True


def win_take(*, match: Match, user: User) -> Match:
    """Take the win that is on offer after the other player's time ran out. Raises NotRunning, NotYourSeat, Refused."""
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = _seat_to_win(match, seats, user)
        take_win(match, seats, seat, Action.Source.PERSON, timezone.now())
        match.save(update_fields=BESIDE)
        broadcast.match_changed(match, seats)
    return match


def win_decline(*, match: Match, user: User) -> Match:
    """Decline the win, and play on against the stand-in, which has waited for this choice.

    Raises NotRunning, NotYourSeat, Refused.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = _seat_to_win(match, seats, user)
        now = timezone.now()
        enter(match, seat, Action.Kind.DECLINE, now)
        if match.waits_for_claim:
            clocks.release(match, now)
        match.claimable_by = None
        match.save(update_fields=BESIDE)
        broadcast.match_changed(match, seats)
    return match


def _seat_to_win(match: Match, seats: list[Seat], user: User) -> Seat:
    """The user's seat, to which the win is on offer. Raises NotYourSeat; Refused if it is not."""
    seat = seat_of(seats, user)
    if match.claimable_by != seat.number:
        raise Refused(_("You can’t take the win: you have played on, or nobody has run out of time."))
    return seat

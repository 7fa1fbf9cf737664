"""The clocks of a running match: whose time runs, until when, and what it takes out of the bank.

`Match.deadline` is the whole state of a running clock: the time left is the counted time until then. Every function
changes rows that the caller has locked; the caller saves the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Match, Seat
from games.paces import PACES, counted, later, reminder_times
from games.services.upkeep import heartbeat
from notices.kinds import Kind
from notices.outbox import notify_seat


def hand_over(match: Match, seats: Sequence[Seat], *, before: int | None, acted: set[int], now: datetime) -> None:
    """Stop the clock of seat `before` and start that of `match.to_move`; `acted` are the seats that have acted since.

    While one seat makes action after action, its time runs on: nobody gains time by small steps.
    """
    if not PACES[match.pace].has_clock or (before == match.to_move and acted <= {before}):
        return
    if before is not None and match.deadline is not None:
        left = time_left(match, seats[before], now)
        # Between the start of the site and its first heartbeat deadlines are too early: then a turn costs nothing.
        if left < seats[before].bank and heartbeat.is_up(now):
            seats[before].bank = left
            seats[before].save(update_fields=["bank"])
    match.deadline_before = match.deadline
    clock_start(match, seats, now)


def clock_start(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Give the deciding seat the time of a turn and its bank; computer players have no clock."""
    match.deadline = None
    seat = None if match.to_move is None else seats[match.to_move]
    if seat is None or seat.decider is None or seat.decider.is_computer:
        return
    pace = PACES[match.pace]
    if pace.has_clock:
        begins = match.counts_from(seat, now)
        match.deadline = later(begins, pace.turn + seat.bank, weekends=match.weekends_of(seat))


def hold(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Make the stand-in that decides wait, for at most the time of a turn, until the other player takes the win or
    plays on.

    A stand-in has no clock of its own: the deadline is that of the other player's choice (see `Match.waits_for_claim`).
    """
    assert match.claimable_by is not None
    seat = seats[match.claimable_by]
    begins = match.counts_from(seat, now)
    match.deadline = later(begins, PACES[match.pace].turn, weekends=match.weekends_of(seat))
    match.asked_at = None


def release(match: Match, now: datetime) -> None:
    """Let the stand-in that was held decide."""
    match.deadline = None
    match.asked_at = match.to_move_since = now


def clock_back(match: Match, now: datetime) -> bool:
    """Restore the deadline of the seat that decided before. False when it has passed, or is not known any more: too
    late for an undo.
    """
    if not PACES[match.pace].has_clock:
        return True
    if match.deadline_before is None or match.deadline_before <= now:
        return False
    match.deadline, match.deadline_before = match.deadline_before, None
    return True


def remind(match: Match, seats: Sequence[Seat], *, called_at: int | None = None) -> None:
    """Create the reminders for the turn that begins now, or move those of the turn called at that ply."""
    if match.deadline is None or match.to_move is None or not PACES[match.pace].is_slow:
        return
    seat = seats[match.to_move]
    times = reminder_times(match.deadline, PACES[match.pace].turn + seat.bank, weekends=match.weekends_of(seat))
    for kind, due in zip((Kind.HALF, Kind.LAST), times.values(), strict=True):
        notify_seat(kind=kind, match=match, seat=seat, ply=called_at, due=due)


def clocks_stop(match: Match) -> None:
    """Stop the clocks: nobody's time runs any more."""
    match.deadline = match.deadline_before = match.claimable_by = None


def time_left(match: Match, seat: Seat, now: datetime) -> timedelta:
    """The counted time that the deciding `seat` has left, its bank included."""
    assert match.deadline is not None
    return counted(match.counts_from(seat, now), match.deadline, weekends=match.weekends_of(seat))

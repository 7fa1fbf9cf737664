"""Handing a seat to a computer player, and ending a match early: for resigning, for running out of time, by its host.

Callers hold the lock on the match.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.contract import teams_of
from games.models import Action, Match, Seat
from games.models.match import ENDED, TIMED_OUT
from games.selectors.position.engines import game_of
from games.services.live import broadcast
from games.services.play import clocks
from games.services.play.advance import BESIDE, finish
from games.services.play.agreeing import offer_after_leaving
from games.services.play.locking import enter, people, stand_in
from notices.kinds import Kind
from notices.outbox import notify


def leave(match: Match, seats: list[Seat], seat: Seat, kind: str, reason: str) -> None:
    """Hand the seat to a computer player, or end the match for that `reason`. The caller holds the lock."""
    now = timezone.now()
    hand_to_computer(match, seat, kind, now)
    if match.seat_count == 2 or not people(seats):
        end_early(match, seats, reason, now)
    elif not offer_after_leaving(match, seats, now):
        tell_of_stand_in(match, seats, seat)
        if match.to_move == seat.number:
            match.asked_at = match.to_move_since = now
            clocks.clock_start(match, seats, now)
    match.save(update_fields=BESIDE)
    broadcast.match_changed(match, seats)


def hand_to_computer(match: Match, seat: Seat, kind: str, now: datetime, player: User | None = None) -> None:
    """Let the stand-in decide for a seat from now on, without what its player had planned."""
    enter(match, seat, kind, now)
    seat.stand_in = player or stand_in()
    seat.plan, seat.plan_dropped, seat.agrees = [], "", False
    seat.save(update_fields=["stand_in", "plan", "plan_dropped", "agrees"])


def tell_of_stand_in(match: Match, seats: list[Seat], left: Seat) -> None:
    """Notify the other players that a computer player has taken over the seat `left`."""
    assert left.user is not None
    users = [seat.user for seat in people(seats)]
    may_win: dict[str, Any] = {"may_win": True} if match.waits_for_claim else {}
    notify(kind=Kind.TAKEN_OVER, match=match, users=users, about=left.user, **may_win)


def take_win(match: Match, seats: list[Seat], seat: Seat, source: str, now: datetime) -> None:
    """End the match as a win of `seat`, which stayed when the other one's time ran out."""
    enter(match, seat, Action.Kind.CLAIM, now, source)
    end_early(match, seats, TIMED_OUT, now)


def end_by_host(match: Match, seats: list[Seat]) -> None:
    """End a match without a result, as its host wants: one at their device, or an exhibition."""
    enter(match, None, Action.Kind.ENDED, timezone.now())
    finish(match, seats, ENDED, None, match.changed_at)
    match.save(update_fields=BESIDE)
    broadcast.match_changed(match, seats)


def end_early(match: Match, seats: list[Seat], reason: str, now: datetime) -> None:
    """End a match before its game is over. Those who stayed rank above those who left, and those who left later above
    those who left earlier; partners rank together, by the first of them to leave.
    """
    left_at = dict(match.actions.filter(kind__in=[Action.Kind.RESIGN, Action.Kind.TIMEOUT]).values_list("seat", "ply"))
    sides = teams_of(game_of(match), match.seat_count)
    stayed_until = {side: min(left_at.get(number, match.ply) for number in side) for side in sides}
    for side in sides:
        longer = sum(len(other) for other in sides if stayed_until[other] > stayed_until[side])
        for number in side:
            seats[number].rank = 1 + longer
    finish(match, seats, reason, None, now)

"""Shared by the services that change a running match."""

from datetime import datetime

from accounts.models import User
from accounts.selectors import computer_player
from common.lookups import Lookup
from games.models import Action, Match, Seat
from games.selectors.access import own_seat, seats_kept
from games.services.refusals import NoStandIn, NotRunning, NotYourSeat, StalePly

STAND_IN = "strong"
"""The level of the computer player that takes over a seat."""


def locked(match: Match, ply: int | None) -> tuple[Match, list[Seat]]:
    """The running match, locked until the transaction ends, and its seats. With `ply` None, any log position will do.

    From now on `seats_of` returns the same seats for this match, with the caller's changes to them. Raises NotRunning,
    also for a table that was closed meanwhile, or StalePly.
    """
    for found in _running(match.pk):
        if ply is not None and ply != found.ply:
            raise StalePly
        return found, seats_kept(found)
    raise NotRunning


_running = Lookup(lambda pk: Match.objects.select_for_update().filter(pk=pk, status=Match.Status.RUNNING), int)


def seat_of(seats: list[Seat], user: User) -> Seat:
    """The seat for which this person decides. Raises NotYourSeat."""
    seat = own_seat(seats, user.pk)
    if seat is None or seat.stand_in_id is not None:
        raise NotYourSeat
    return seat


def people(seats: list[Seat]) -> list[Seat]:
    """The seats for which a person decides."""
    return [seat for seat in seats if seat.decider is not None and not seat.decider.is_computer]


def enter(match: Match, seat: Seat | None, kind: str, now: datetime, source: str = Action.Source.PERSON) -> None:
    """Add an entry to the log that is no action of the game, by a seat or by nobody at the table. The caller holds the
    lock and saves the match.
    """
    number = None if seat is None else seat.number
    Action.objects.create(match=match, ply=match.ply, seat=number, kind=kind, source=source, made_at=now)
    match.ply += 1
    match.changed_at = now


def stand_in() -> User:
    """The computer player that takes over a seat. Raises NoStandIn."""
    player = computer_player(STAND_IN)
    if player is None:
        raise NoStandIn
    return player

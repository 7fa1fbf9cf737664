"""Offers at a table besides playing: ending the match, or taking the win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import Match, Seat
from games.pages.boards.clock import clock_of
from games.pages.boards.names import seat_name

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def offers_context(position: Position) -> dict[str, Any]:
    """Context for the match page: whether the reader may take the win, and until when the game waits for that; who
    wants to end the match.

    `can_agree`: another person plays who could agree. `agreeing` are the names of the others who want to end it.
    `is_last`: if the reader left, nobody would be there to go on or to win.
    """
    own = position.own
    if own is None or position.match.status != Match.Status.RUNNING or position.is_replay:
        nothing = dict.fromkeys(("can_win", "can_agree", "is_last", "agrees"), False)
        return {**nothing, "win_clock": None, "agreeing": []}
    others = [seat for seat in position.seats if seat.number != own.number and _is_person(seat)]
    return {
        "can_win": position.match.claimable_by == own.number,
        "win_clock": clock_of(position.match, own) if position.match.waits_for_claim else None,
        "can_agree": bool(others),
        "is_last": not others and not _is_duel_with_a_computer(position),
        "agreeing": [seat_name(position, seat.number) for seat in others if seat.agrees],
        "agrees": own.agrees and bool(others),
    }


def _is_duel_with_a_computer(position: Position) -> bool:
    """Whether the only other player is a computer player that has been there from the start, and so can win."""
    return position.match.seat_count == 2 and all(seat.stand_in_id is None for seat in position.seats)


def _is_person(seat: Seat) -> bool:
    return seat.decider is not None and not seat.decider.is_computer

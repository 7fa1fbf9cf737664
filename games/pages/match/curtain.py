"""Context for the page of a match on one device: the curtain, and the link with which people claim their seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from common.enumerating import listed
from games.models import Match, Seat
from games.models.match import ENDED
from games.pages.boards.names import seat_name
from games.selectors.access import Visitor, hand_to_move, has_curtain
from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Curtain:
    """The curtain at a device: the seat and name of the player to decide; `is_up` once they have lifted it."""

    seat: Seat
    name: str
    is_up: bool


def device_context(position: Position, visitor: Visitor) -> dict[str, Any]:
    """Context for the match page: the curtain, if the reader's device shows one now, whether the match is played there,
    and the names of people whom no account stands for.
    """
    match = position.match
    if not match.at_device:
        return {"curtain": None, "is_device": False}
    curtain = None
    decider = hand_to_move(match, position.seats, visitor.user_id)
    if decider is not None and has_curtain(match):
        curtain = Curtain(decider, seat_name(position, decider.number), position.seat == decider.number)
    return {
        "curtain": curtain,
        "is_device": match.host_id is not None and match.host_id == visitor.user_id,
        "typed_names": listed(seat.name_at_device for seat in position.seats if seat.is_at_device),
    }


def claimable(match: Match, seats: list[Seat]) -> list[Seat]:
    """The seats that someone may still claim."""
    is_over = match.status == Match.Status.FINISHED and match.reason != ENDED
    return [seat for seat in seats if seat.is_at_device] if is_over else []

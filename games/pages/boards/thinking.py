"""A computer player that is thinking: which, and for how long at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.ai import LEVELS
from games.models import Match
from games.pages.boards.names import as_decided, seat_name
from games.services.computer.thinking import seconds_for

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Thinking:
    """The computer player that decides: `most` are the seconds that it may take, 0 for less than one."""

    name: str
    most: int


def thinking_of(position: Position) -> Thinking | None:
    """The computer player that the match is waiting for now, or None."""
    match = position.match
    if match.status != Match.Status.RUNNING or match.to_move is None or match.waits_for_claim or position.is_replay:
        return None
    seat = position.seats[match.to_move]
    player = seat.decider
    if player is None or not player.is_computer:
        return None
    seconds = seconds_for(LEVELS[player.level], waiting=1, exhibition=match.exhibition)
    return Thinking(seat_name(as_decided(position), match.to_move), int(seconds))

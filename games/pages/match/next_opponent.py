"""The computer player that is offered to someone after a match against one."""

from __future__ import annotations

from typing import Any

from games.models import Match
from games.pages.lobby.computer_players import COMPUTER_PLAYERS, ComputerPlayer
from games.selectors.position.engines import options_of
from games.selectors.position.positions import Position


def next_opponent_context(position: Position) -> dict[str, Any]:
    """Context of `games/match/actions/over.html`: whom to play next, at a table like this one."""
    return {"next_opponent": next_opponent(position), "options": options_of(position.match)}


def next_opponent(position: Position) -> ComputerPlayer | None:
    """After a win the next stronger computer player, after any other place the next weaker; None if there is none.

    Only for the one person who played against computer players of one strength, in a match that anyone may repeat.
    """
    match, own = position.match, position.own
    if own is None or not match.may_be_repeated or match.at_device or match.pace != Match.Pace.NONE:
        return None
    others = [seat.user for seat in position.seats if seat != own]
    levels = {user.level if user is not None else "" for user in others}
    if len(levels) != 1 or (level := levels.pop()) not in COMPUTER_PLAYERS:
        return None
    return COMPUTER_PLAYERS[level].above if own.rank == 1 else COMPUTER_PLAYERS[level].below

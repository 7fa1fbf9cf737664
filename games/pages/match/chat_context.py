"""Template context for a match's chat, beside the match or on its own page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.models import Match, Seat
from games.models.chat import LONGEST_MESSAGE
from games.selectors.access import Visitor
from games.selectors.people.chat import chat_of


def chat_context(match: Match, visitor: Visitor) -> dict[str, Any]:
    """The messages that the visitor may read, and the maximum length of a new one."""
    return {"chat": chat_of(match, visitor), "longest": LONGEST_MESSAGE}


def is_quiet(seats: Iterable[Seat], visitor: Visitor) -> bool:
    """Whether only computer players sit at the table besides the visitor, so that nobody else could say anything."""
    return all(seat.user is None or seat.user.is_computer or seat.user_id == visitor.user_id for seat in seats)

"""What the chat of a match needs, beside the match and on a page of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.models import Match, Seat
from games.models.chat import LONGEST_MESSAGE
from games.selectors.access import Visitor
from games.selectors.chat import chat_of


def chat_context(match: Match, visitor: Visitor) -> dict[str, Any]:
    """The messages that the visitor may read, and how long a new one may be."""
    return {"chat": chat_of(match, visitor), "longest": LONGEST_MESSAGE}


def is_quiet(seats: Iterable[Seat], visitor: Visitor) -> bool:
    """Whether nobody sits at the table who could say anything but the visitor: the others are computer players."""
    return all(seat.user is None or seat.user.is_computer or seat.user_id == visitor.user_id for seat in seats)

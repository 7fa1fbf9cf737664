"""The origin of a match: a cup or the like that has arranged it (the apps that build on games register finders), or a
sent deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a match in a few words, and its page."""

    words: str
    address: str
    icon: str = "lu-trophy"


FINDERS: list[Callable[[Match], Origin | None]] = []
"""Each is called with every match whose page is shown, so it queries the database only if it may be concerned."""


def origin_of(match: Match) -> Origin | None:
    """The origin of the match; None for a table that someone has opened."""
    return next((origin for find in FINDERS if (origin := find(match)) is not None), None)

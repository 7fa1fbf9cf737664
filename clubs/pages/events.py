"""Events on the page of a club; apps that build on clubs register their finders here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from clubs.models import Club


@dataclass(frozen=True, slots=True)
class Event:
    """Something that members take part in: its name, the URL of its page, and its status in words."""

    name: str
    address: str
    words: str


FINDERS: list[Callable[[Club, User | None], list[Event]]] = []
"""Each returns the events of a club that a reader may see."""


def events_of(club: Club, reader: User | None) -> list[Event]:
    """All events that `reader` may see, in the order of the finders."""
    return [event for find in FINDERS for event in find(club, reader)]

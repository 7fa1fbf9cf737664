"""What the page of a club shows beside its tables: whoever stands above clubs says what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from clubs.models import Club


@dataclass(frozen=True, slots=True)
class Event:
    """Something that members take part in, the page about it, and how it stands."""

    name: str
    address: str
    words: str


FINDERS: list[Callable[[Club, User | None], list[Event]]] = []
"""Each is asked about every club whose page is shown, and by whom it is read."""


def events_of(club: Club, reader: User | None) -> list[Event]:
    """All that is to be shown to `reader`, in the order of the finders."""
    return [event for find in FINDERS for event in find(club, reader)]

"""What the rest of a game depends on, as one viewer knows it: by this, games are compared with each other.

Two positions have the same essence if the same can follow from them, whatever came before, whatever equal things are
called, from whichever side a board is seen, and whichever seat the others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple


class Essence(NamedTuple):
    """The essence of a view: values that are compared by their `repr`."""

    facts: Any
    """All that counts for what can follow."""
    names: Any = ()
    """By which of several equal names things go here: compared only as long as the facts tell too little apart."""
    first: int = 0
    """The seat that the facts list first; the others follow clockwise."""

    def place(self, seat: int, seats: int) -> int:
        """Where the facts list a seat."""
        return (seat - self.first) % seats

    def seat(self, place: int, seats: int) -> int:
        """The seat that the facts list there."""
        return (self.first + place) % seats


def whole(view: Hashable) -> Essence:
    """For a game in which everything in a view counts, and nothing has two names."""
    return Essence(view)


def from_first(of_seats: tuple[Any, ...], first: int) -> tuple[Any, ...]:
    """What belongs to the seats, clockwise from the first one."""
    return of_seats[first:] + of_seats[:first]

"""The essence of a view: everything that the rest of the game depends on. Games are compared by it.

Two positions have the same essence if the same can follow from them. What came before does not matter, nor do the names
of equal things, the side from which a board is seen, and the seat from which the others are counted clockwise.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple


class Essence(NamedTuple):
    """The essence of a view: values that are compared by their `repr`."""

    facts: Any
    """Everything that affects what can follow."""
    names: Any = ()
    """Which of several equal names things have here: compared only until the facts are enough to tell games apart."""
    first: int = 0
    """The seat that the facts list first; the others follow clockwise."""

    def place(self, seat: int, seats: int) -> int:
        """The place at which the facts list a seat."""
        return (seat - self.first) % seats


def whole(view: Hashable) -> Essence:
    """The essence of a view in a game where everything in a view counts, and nothing has two names."""
    return Essence(view)


def from_first(of_seats: tuple[Any, ...], first: int) -> tuple[Any, ...]:
    """The values of the seats, clockwise from seat `first`."""
    return of_seats[first:] + of_seats[:first]

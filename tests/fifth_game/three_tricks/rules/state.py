"""The values of the game, and the numbers of its rule book."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import apart, facts
from games.engine.contract import Option, Teams

FACTS = facts.read(__package__)
APART = apart.read(__package__)

KEY = "three_tricks"
RULES_VERSION = "1"
SEATS = tuple(range(FACTS.number("setup.fewest_seats"), FACTS.number("setup.most_seats") + 1))
TEAMS: Teams = {}
OPTIONS: tuple[Option, ...] = ()
STANDING_ORDERS: tuple[Option, ...] = ()
END = "hands"
REASONS = (END,)
HAND = FACTS.number("setup.hand")
CARDS = tuple(range(1, FACTS.number("setup.cards") + 1))
LONGEST = SEATS[-1] * HAND

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards in the order in which they are dealt: a hand for each seat, the rest aside."""

    seats: int
    deck: Cards


@dataclass(frozen=True, slots=True)
class State:
    """The complete position."""

    hands: tuple[Cards, ...]
    aside: Cards
    """Never seen before the end."""
    lead: int
    """The seat that began the current trick."""
    trick: Cards
    gone: Cards
    """The cards of earlier tricks."""
    tricks: Cards
    """The number of tricks taken by each seat."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know."""

    seat: int | None
    hands: tuple[Cards | None, ...]
    sizes: Cards
    aside: Cards | None
    lead: int
    trick: Cards
    gone: Cards
    tricks: Cards
    to_move: int | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card (TRI 2.1)."""

    card: int

    def __str__(self) -> str:
        return f"play {self.card}"

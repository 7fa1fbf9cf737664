"""Positions, views of them, and actions: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.interned import interned

from .pieces import PIECES, Towers

Ladders = tuple[tuple[int, int], ...]
"""The numbers of ladders that White and Black have at each tower."""
Priests = tuple[int | None, ...]
"""The seat whose priest stands on each tower."""
Cut = tuple[int, int, int]
"""A remembered swap: its two towers and its level."""
TWO = 2
"""The seat count of the duel, which has ladders and priests but no task cards."""
FOUR = 4
"""The seat count of games between two teams."""


class Decision(StrEnum):
    """The kind of decision a seat faces."""

    PLACE = "place"
    """Place a piece, while the towers are built together."""
    MONOLITH = "monolith"
    """Choose where the monolith and the raven start; Black does so before the first swap."""
    SWAP = "swap"
    """Swap, and announce the end where that is allowed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All the randomness of a game."""

    seats: int
    towers: Towers
    """The nine towers; none if they are built together."""
    deck: str
    """The colours of the nine task cards in order; none with two seats."""


@dataclass(frozen=True, slots=True)
class State:
    """The position.

    The seat to move, its decision, task cards, supplies, points and ranks are derived from it.
    """

    seats: int
    towers: Towers
    """The nine towers; lower than five levels while they are being built."""
    deck: str
    """The colours of the nine task cards in order; none with two seats."""
    monolith: tuple[int, int] | None
    """The two towers it stands between, the smaller number first; None while it lies beside the board."""
    raven: int | None
    """The level of the raven."""
    ladders: Ladders
    priests: Priests
    swaps: int
    """The number of swaps made."""
    seen: tuple[str, ...]
    """The positions at the start of each turn since the last new connection, the current one last."""
    announced: int | None
    """The seat that announced the end, if any."""
    bonus: bool
    """Whether it did so with the same swap that completed the centre tower."""
    history: tuple[Cut, ...] = ()
    """The latest swaps in order; none in the duel, where there is nothing hidden that they could hint at.

    The earliest are missing in a game imagined by a player who has forgotten them, and in a match stored before swaps
    were remembered.
    """
    bonds: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The connections of each tower, if known: see `swaps.bonds`. A cache outside the position, like the next two."""
    allowed: tuple[Swap, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The legal swaps, cached on first use by `turns.legal_swaps`."""
    legal: tuple[Action, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The legal actions, cached on first use by `rules.legal_actions`."""

    @property
    def is_built(self) -> bool:
        """Whether all towers have five levels."""
        return sum(map(len, self.towers)) == PIECES

    @property
    def quiet_swaps(self) -> int:
        """The length of the current run of swaps without a new connection."""
        return max(0, len(self.seen) - 1)

    @property
    def repeats(self) -> int:
        """How often this position has occurred at the start of a turn."""
        return self.seen.count(self.seen[-1]) if self.seen else 0


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer may know about a position."""

    seat: int | None
    """Whose view this is; None: a spectator."""
    seats: int
    """The number of seats. With two, seat 0 is White and seat 1 Black; with four, 0 and 2 are partners."""
    towers: Towers
    """The nine towers, row by row, each a string of colour letters, its base first."""
    monolith: tuple[int, int] | None
    """The two towers it stands between, those of the last swap; None while it lies beside the board."""
    raven: int | None
    """The level of the raven: the lowest level moved by the last swap."""
    ladders: Ladders
    priests: Priests
    ladders_left: tuple[int, ...]
    """By seat, with two seats; otherwise empty."""
    priests_left: tuple[int, ...]
    """By seat, with two seats; otherwise empty."""
    centre_card: str | None
    """The colour of the open task card; None with two seats, and while the towers are being built."""
    tasks: tuple[str | None, ...]
    """The two colours of each seat's task cards in the order dealt; None if unknown to this viewer or not dealt yet.

    Empty with two seats.
    """
    swaps: int
    """The number of swaps made."""
    seen: tuple[str, ...]
    """The positions at the start of each turn since the last new connection, the current one last."""
    quiet_swaps: int
    """The length of the current run of swaps without a new connection."""
    repeats: int
    """How often this position has occurred at the start of a turn."""
    announced: int | None
    """The seat that announced the end, if any."""
    bonus: bool
    """Whether it did so with the same swap that completed the centre tower."""
    to_move: int | None
    """The seat to move; None when the game is over."""
    decision: Decision | None
    """The decision it faces; None when the game is over."""
    reason: str | None
    """Why the game is over; None while it is running."""

    @property
    def over(self) -> bool:
        """Whether the game has ended; everything is then open."""
        return self.to_move is None


@interned
class Place:
    """Place a piece on a tower, while the towers are built together (MAY 2)."""

    color: str
    tower: int

    def __str__(self) -> str:
        return f"place {self.color} {self.tower}"


@interned
class Monolith:
    """Put the monolith between two neighbouring towers, and the raven at a level (MAY 4.1)."""

    first: int
    second: int
    level: int

    def __str__(self) -> str:
        return f"monolith {self.first}-{self.second}@{self.level}"


@interned
class Swap:
    """Swap two neighbouring towers from a level upwards, with or without announcing the end (MAY 3 and 5)."""

    first: int
    second: int
    level: int
    is_end: bool = False

    def __str__(self) -> str:
        return f"swap {self.first}-{self.second}@{self.level}{' end' if self.is_end else ''}"


@interned
class End:
    """Announce the end instead of a swap (MAY 5)."""

    def __str__(self) -> str:
        return "end"


Action = Place | Monolith | Swap | End

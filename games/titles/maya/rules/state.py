"""The position of a game, what a seat may know of it, and the actions: values only, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.once import once

from .pieces import PIECES, Towers

Ladders = tuple[tuple[int, int], ...]
"""How many ladders White and Black have at each tower."""
Priests = tuple[int | None, ...]
"""The seat whose priest stands on each tower."""
Cut = tuple[int, int, int]
"""A remembered swap: its two towers and its level."""
TWO = 2
"""With this number of seats the game is a duel: with ladders and priests, without task cards."""
FOUR = 4
"""With this number of seats two teams play."""


class Decision(StrEnum):
    """What a seat is asked."""

    PLACE = "place"
    """Place a piece, while the towers are built together."""
    MONOLITH = "monolith"
    """Choose where the monolith and the raven start: Black, before the first swap."""
    SWAP = "swap"
    """Swap, and announce the end where that is allowed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of a game."""

    seats: int
    towers: Towers
    """The nine towers; none if they are built together."""
    deck: str
    """The colours of the nine task cards in order; none with two seats."""


@dataclass(frozen=True, slots=True)
class State:
    """The position. Who decides, what is asked, task cards, what is left, points and ranks are computed from it."""

    seats: int
    towers: Towers
    """The nine towers; lower than five levels while they are being built."""
    deck: str
    """The colours of the nine task cards in order; none with two seats."""
    monolith: tuple[int, int] | None
    """The two towers that it stands between, the smaller number first; None: beside the board."""
    raven: int | None
    """The level of the raven."""
    ladders: Ladders
    priests: Priests
    swaps: int
    """How many swaps were made."""
    seen: tuple[str, ...]
    """The positions at the start of every turn since the last new connection, this one last."""
    announced: int | None
    """The seat that announced the end."""
    bonus: bool
    """Whether it did so with the same swap that completed the centre tower."""
    history: tuple[Cut, ...] = ()
    """The latest swaps in order; none in the duel, where nothing is hidden that they could hint at.

    All of them, except in a game imagined by a player who has forgotten them, and in a match stored before swaps were
    remembered.
    """
    bonds: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """Where each tower is connected, if known: `swaps.bonds`. Not part of the position, like the next two."""
    allowed: tuple[Swap, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The legal swaps, once they were asked for: `turns.legal_swaps`."""
    legal: tuple[Action, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The legal actions, once they were asked for: `rules.legal_actions`."""

    @property
    def is_built(self) -> bool:
        """Whether all towers have five levels."""
        return sum(map(len, self.towers)) == PIECES

    @property
    def quiet_swaps(self) -> int:
        """How many swaps in a row made no new connection."""
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
    """How many seats there are. With two, seat 0 is White and seat 1 Black; with four, 0 and 2 are partners."""
    towers: Towers
    """The nine towers, row by row, each a text of colour letters, its base first."""
    monolith: tuple[int, int] | None
    """The two towers that it stands between: those of the last swap; None: beside the board."""
    raven: int | None
    """The level of the raven: the lowest level of the last swap."""
    ladders: Ladders
    priests: Priests
    ladders_left: tuple[int, ...]
    """By seat, with two seats; otherwise empty."""
    priests_left: tuple[int, ...]
    """By seat, with two seats; otherwise empty."""
    centre_card: str | None
    """The colour of the open task card; None with two seats and while the towers are built."""
    tasks: tuple[str | None, ...]
    """The two colours of each seat's task cards in the order dealt; None if unknown to this viewer or not dealt yet.

    Empty with two seats.
    """
    swaps: int
    """How many swaps were made."""
    seen: tuple[str, ...]
    """The positions at the start of every turn since the last new connection, this one last."""
    quiet_swaps: int
    """How many swaps in a row made no new connection."""
    repeats: int
    """How often this position has occurred at the start of a turn."""
    announced: int | None
    """The seat that announced the end."""
    bonus: bool
    """Whether it did so with the same swap that completed the centre tower."""
    to_move: int | None
    """Who decides; None when the game is over."""
    decision: Decision | None
    """What is decided; None when the game is over."""
    reason: str | None
    """Why the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended: then everything is open."""
        return self.to_move is None


@once
class Place:
    """Place a piece on a tower, while the towers are built together (MAY 2)."""

    color: str
    tower: int

    def __str__(self) -> str:
        return f"place {self.color} {self.tower}"


@once
class Monolith:
    """Put the monolith between two neighbouring towers, and the raven at a level (MAY 4.1)."""

    first: int
    second: int
    level: int

    def __str__(self) -> str:
        return f"monolith {self.first}-{self.second}@{self.level}"


@once
class Swap:
    """Swap two neighbouring towers from a level upwards, and announce the end with it or not (MAY 3 and 5)."""

    first: int
    second: int
    level: int
    is_end: bool = False

    def __str__(self) -> str:
        return f"swap {self.first}-{self.second}@{self.level}{' end' if self.is_end else ''}"


@once
class End:
    """Announce the end instead of a swap (MAY 5)."""

    def __str__(self) -> str:
        return "end"


Action = Place | Monolith | Swap | End

"""Positions, views of them, and actions: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.interned import interned

from .data import DEPOT_SPACES, LARGEST
from .sky import PRINTED, SKIES, Sky


class Decision(StrEnum):
    """The kind of decision a seat faces, in the order of a round."""

    LAY = "lay"
    """Lay a card on a free stair."""
    ORDER = "order"
    """Choose whether the largest or the smallest priest moves first."""
    PLACE = "place"
    """Put a priest back next to its start field, which is occupied."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All the randomness of a game."""

    pairs: tuple[str, ...]
    """The priest card of each seat: two digits, the larger first."""
    sky: tuple[str, ...]
    """The sun/moon cards in order: the first one is for round 2."""
    deck: tuple[int, ...]
    """The direction cards: four to each seat, then the stock, the next card first."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The cards of one player."""

    pair: str
    """The two priests that score for this player, the larger first."""
    hand: tuple[int, ...]
    """The direction cards, ascending."""


@dataclass(frozen=True, slots=True)
class Priest:
    """A priest: its field, and the stones it has won."""

    field: str | None
    """The field it stands on; None if it is outside the precinct."""
    depot: tuple[int, ...]
    """The stones in the order won: suns positive, fires negative. A sixth stone shares the last space."""

    @property
    def value(self) -> int:
        """The sum of its sun stones minus its fire stones."""
        return sum(self.depot)

    @property
    def is_full(self) -> bool:
        """Whether all spaces of the depot are occupied."""
        return len(self.depot) >= DEPOT_SPACES


@interned
class Laid:
    """A direction card on a stair."""

    number: int
    seat: int | None
    """The seat that laid it; None if it came from the stock."""


@dataclass(frozen=True, slots=True)
class Step:
    """The step that a card made its priest take."""

    priest: int
    start: str
    end: str | None
    """The field it ended on: the same one if it was blocked, None if it went over the wall."""
    stones: tuple[int, ...]
    """The stones it won: suns positive, fires negative."""


@dataclass(frozen=True, slots=True)
class Round:
    """The course of a round, public once its cards are revealed."""

    number: int
    stairs: tuple[Laid, ...]
    """The four cards, by the stairs N E S W."""
    steps: tuple[Step, ...]
    """The four steps in the order in which they were made."""


@dataclass(frozen=True, slots=True)
class State:
    """The position.

    The seat to move, its decision, supplies, discards, points and ranks are computed from it.
    """

    seats: tuple[Seat, ...]
    priests: tuple[Priest, ...]
    """The priests 1 to 4."""
    stairs: tuple[Laid | None, ...]
    """The cards of this round on the stairs N E S W."""
    stock: tuple[int, ...]
    """The direction cards left, the next one first."""
    sky: tuple[str, ...]
    """All sun/moon cards of the game: the first one is for round 2."""
    round: int
    last: Round | None
    """The last round in which priests moved: the current one, once its order is chosen."""

    @property
    def start_player(self) -> int:
        """The seat that holds the high priest."""
        return (self.round - 1) % len(self.seats)

    @property
    def rounds(self) -> int:
        """The number of rounds, if no depot fills up earlier."""
        return 1 + len(self.sky)

    @property
    def sky_now(self) -> Sky:
        """The sun/moon card in force."""
        return PRINTED if self.round == 1 else SKIES[self.sky[self.round - 2]]

    @property
    def decision(self) -> Decision | None:
        """The decision to make; None when the game is over."""
        if None in self.stairs:
            return Decision.LAY
        if self.last is None or self.last.number != self.round:
            return Decision.ORDER
        return None if self.is_last_round else Decision.PLACE

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round, given the moves made so far (MAC 7)."""
        return self.round == self.rounds or max([len(priest.depot) for priest in self.priests]) >= DEPOT_SPACES

    @property
    def placing(self) -> int:
        """The priest to put back: the largest outside."""
        return next(number for number in range(LARGEST, 0, -1) if self.priests[number - 1].field is None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    None marks hidden values; at the end nothing is hidden.
    """

    pair: str | None
    """The two priests, the larger first. With two seats, each seat knows the other's."""
    hand_size: int
    hand: tuple[int, ...] | None
    """The direction cards, ascending."""


@dataclass(frozen=True, slots=True)
class LaidView:
    """A card on a stair as a viewer sees it."""

    number: int | None
    """The number; None if it is hidden from this viewer."""
    seat: int | None
    """The seat that laid it; None if it came from the stock."""
    is_open: bool
    """Whether everyone sees it; after the reveal, true for all cards."""
    priest: int | None
    """The priest that it moves; None before the reveal."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer may know about a position."""

    seat: int | None
    """Whose view this is; None: a spectator."""
    seats: tuple[SeatView, ...]
    priests: tuple[Priest, ...]
    """The priests 1 to 4."""
    stairs: tuple[LaidView | None, ...]
    """The cards of this round on the stairs N E S W; those of the game's last round stay."""
    suns: tuple[int, ...]
    """The remaining sun stones, the next one first."""
    fires: tuple[int, ...]
    """The remaining fire stones, the next one first; their values are negative."""
    stock_size: int
    discards: tuple[int, ...]
    """The direction cards of earlier rounds, ascending."""
    round: int
    rounds: int
    """The number of rounds, if no depot fills up earlier."""
    sky: Sky
    """The sun/moon card in force."""
    sky_used: tuple[str, ...]
    """The names of the cards turned up so far, without the printed moon: the last one is in force."""
    start_player: int
    """The seat that holds the high priest."""
    to_move: int | None
    """The seat to move; None when the game is over."""
    decision: Decision | None
    """The decision it faces; None when the game is over."""
    placing: int | None
    """The priest to put back, if that is the decision."""
    last: Round | None
    """The last round in which priests moved: the current one, once its order is chosen."""

    @property
    def over(self) -> bool:
        """Whether the game has ended; everything is then open."""
        return self.to_move is None


@interned
class Lay:
    """Lay a direction card on a stair (MAC 6.2)."""

    number: int
    stair: str

    def __str__(self) -> str:
        return f"lay {self.number} {self.stair}"


@interned
class Order:
    """Move the priests starting with the largest or with the smallest (MAC 6.4)."""

    first: int

    def __str__(self) -> str:
        return f"order {self.first}-{LARGEST + 1 - self.first}"


@interned
class Place:
    """Put a priest back next to its start field (MAC 6.6)."""

    priest: int
    field: str

    def __str__(self) -> str:
        return f"place {self.priest} {self.field}"


Action = Lay | Order | Place

"""Positions, views of them, and actions: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.interned import interned

from .cards import MOAI, NONE_OF_FOUR, WORDS, Counts


class Step(StrEnum):
    """The stage of a turn, from which the decision follows: see `State.decision`."""

    PLAY = "play"
    SACRIFICE = "sacrifice"
    ADD = "add"
    DRAW = "draw"
    SCORING = "scoring"
    OVER = "over"


class Decision(StrEnum):
    """The kind of decision a seat faces, in the order of a turn."""

    TURN = "turn"
    """Buy a sacrifice card, or play at once."""
    PLAY = "play"
    """Play, after a buy."""
    OFFER = "offer"
    """Lay a sacrifice card face up on the stone, after someone else's Moai."""
    OFFER_HIDDEN = "offer_hidden"
    """Lay a sacrifice card face down on the stone, after the seat's own Moai."""
    ADD = "add"
    """Lay a card from the supply face up on the stone, after the seat's own Moai."""
    DRAW = "draw"
    """Take the front card of a column."""
    MOAI_INCOME = "moai_income"
    """Choose glory or wood for the seat's own Moai."""
    TAKE = "take"
    """Take a sacrifice card of another type: the stack of the scored type is empty."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All the randomness of a game: the colour of each seat, and the deck, whose first 16 cards form the columns."""

    colors: str
    deck: str


@dataclass(frozen=True, slots=True)
class Seat:
    """The possessions of one player."""

    color: str
    wood: int
    glory: int
    table: Counts
    """Seven counts: the cards played, including the first lumberjack."""
    hand: str
    """The letters of the cards, sorted."""
    sacrifices: Counts
    face_down: Counts
    """The cards this player has laid face down on the stone."""
    at_most: tuple[Counts, ...] = ()
    """Public knowledge about the face-down cards: one entry for each, in the order laid.

    An entry has the maximum of each type among the face-down cards up to and including that one, because the seat owned
    no more of them then or at some later time. The earliest entries are missing in a game imagined by a player who has
    forgotten them, and in a match stored before entries were recorded.
    """


@dataclass(frozen=True, slots=True)
class State:
    """The position. The seat to move, its decision, points and ranks are computed from it."""

    seats: tuple[Seat, ...]
    columns: tuple[str, ...]
    """The four columns, each from back to front."""
    deck: str
    """The remaining deck, the next card first."""
    supply: Counts
    stone: Counts
    """The face-up cards on the stone of sacrifice."""
    discarded: int
    """The number of Moai put back in the box."""
    active: int
    """The seat whose turn it is."""
    step: Step
    asked: int
    """The seat that decides: in a sacrifice round or a scoring often not the active one."""
    bought: str | None
    """The type of the sacrifice card bought in this turn."""
    last_column: int | None
    """The column, 1 to 4, of the card drawn last in this turn."""
    due: int
    """The number of cards the asked seat still has to take in place of the scored type."""

    def with_seat(self, index: int, seat: Seat) -> tuple[Seat, ...]:
        """All seats, with one of them changed."""
        seats = list(self.seats)
        seats[index] = seat
        return tuple(seats)

    @property
    def scored(self) -> str | None:
        """The letter of the card being scored; None outside a scoring."""
        if self.step is not Step.SCORING or self.last_column is None:
            return None
        return self.columns[self.last_column - 1][-1]

    @property
    def decision(self) -> Decision | None:
        """The decision of the asked seat; None when the game is over."""
        match self.step:
            case Step.PLAY:
                return Decision.TURN if self.bought is None else Decision.PLAY
            case Step.SACRIFICE:
                return Decision.OFFER_HIDDEN if self.asked == self.active else Decision.OFFER
            case Step.ADD:
                return Decision.ADD
            case Step.DRAW:
                return Decision.DRAW
            case Step.SCORING:
                return Decision.MOAI_INCOME if self.scored == MOAI else Decision.TAKE
            case Step.OVER:
                return None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    None marks hidden values; at the end nothing is hidden.
    """

    color: str
    wood: int
    glory: int
    table: Counts
    """Seven counts: Moai, priest, lumberjack, fish, mulberry, potato, grain."""
    hand_size: int
    hand: str | None
    """The letters of the cards, sorted in that order."""
    sacrifice_count: int
    sacrifices: Counts | None
    """Four counts: fish, mulberry, potato, grain."""
    face_down_count: int
    """The number of cards this seat has laid face down on the stone."""
    face_down: Counts | None


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer may know about a position."""

    seat: int | None
    """Whose view this is; None: a spectator."""
    seats: tuple[SeatView, ...]
    columns: tuple[str, ...]
    """The four columns, each from back to front: the last letter is the card that may be taken."""
    deck_size: int
    supply: Counts
    stone_open: Counts
    """The face-up cards on the stone; at the end all cards."""
    stone_hidden: int
    """The number of face-down cards on the stone; at the end 0."""
    active: int
    """The seat whose turn it is."""
    to_move: int | None
    """The seat to move; None when the game is over."""
    decision: Decision | None
    """The decision it faces; None when the game is over."""
    draws_left: int
    """The number of cards the active seat still has to draw this turn, once it draws."""
    bought: str | None
    """The letter of the type bought in this turn."""
    last_column: int | None
    """The column, 1 to 4, of the card drawn last in this turn."""
    scored: str | None
    """The letter of the card being scored."""
    due: int
    """The number of cards the seat to move still has to take in place of the scored type."""
    discarded: int
    """The number of Moai put back in the box."""

    @property
    def over(self) -> bool:
        """Whether the game has ended; everything is then open."""
        return self.to_move is None

    @property
    def stone_own(self) -> Counts:
        """Four counts: the viewer's own cards among those face down on the stone."""
        if self.seat is None or not self.stone_hidden:
            return NONE_OF_FOUR
        return self.seats[self.seat].face_down or NONE_OF_FOUR


@interned
class Buy:
    """Buy one sacrifice card of a type (RAP 3.1)."""

    type: str

    def __str__(self) -> str:
        return f"buy {WORDS[self.type]}"


@interned
class Play:
    """Play one card, or up to three hunters of one type (RAP 3.2)."""

    card: str
    number: int = 1

    def __str__(self) -> str:
        return f"play {WORDS[self.card]}" if self.number == 1 else f"play {WORDS[self.card]} x{self.number}"


@interned
class Discard:
    """Put one of three Moai back in the box, because the seat cannot pay for any of them (RAP 3.2)."""

    def __str__(self) -> str:
        return f"discard {WORDS[MOAI]}"


@interned
class Offer:
    """Lay one's own sacrifice card on the stone: face up, but the builder's face down (RAP 4)."""

    type: str

    def __str__(self) -> str:
        return f"offer {WORDS[self.type]}"


@interned
class Add:
    """Lay a card from the supply on the stone (RAP 4)."""

    type: str

    def __str__(self) -> str:
        return f"add {WORDS[self.type]}"


@interned
class Draw:
    """Take the front card of a column, 1 to 4 (RAP 3.3)."""

    column: int

    def __str__(self) -> str:
        return f"draw {self.column}"


class Good(StrEnum):
    """The kind of income from a scored Moai."""

    GLORY = "glory"
    WOOD = "wood"


@interned
class Income:
    """Take glory, or wood, for all of one's own Moai (RAP 5)."""

    good: Good

    def __str__(self) -> str:
        return self.good.value


@interned
class Take:
    """Take a sacrifice card of another type than the scored one, whose stack is empty (RAP 5)."""

    type: str

    def __str__(self) -> str:
        return f"take {WORDS[self.type]}"


OfType = Buy | Offer | Add | Take
"""The actions that name a type of sacrifice card."""
Action = OfType | Play | Discard | Draw | Income

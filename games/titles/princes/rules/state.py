"""The position of a game: values only, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from .goods import NOTHING, Counts


class Step(StrEnum):
    """The stage of the game. Together with the summit it determines the decision: see `State.decision`."""

    SETTLE = "settle"
    TURN = "turn"
    PRODUCTION = "production"
    STONES = "stones"
    """The visitor of a temple walks the steps for its stones."""
    SACRIFICE = "sacrifice"
    OFFER = "offer"
    HIRE = "hire"
    PRIESTS = "priests"
    MARKET = "market"
    SUNDIAL = "sundial"
    SUNDIAL_REWARD = "sundial_reward"
    """The Sundial pays at once, on the last day only."""
    MOON_TILE = "moon_tile"
    """A moon tile is settled at once, on the last day only."""
    NIGHT_TILES = "night_tiles"
    NIGHT_SUNDIAL = "night_sundial"
    TURN_OVER = "turn_over"
    """Nobody is left to ask in this turn; occurs only while an action is being applied."""
    OVER = "over"


class Decision(StrEnum):
    """The kind of decision a seat faces."""

    SETTLE = "settle"
    """Put the first Inca on a production district."""
    TURN = "turn"
    """Move the prince, or stay and take a moon tile."""
    PRODUCE = "produce"
    """Choose how many Incas produce."""
    SACRIFICE = "sacrifice"
    """Choose how many llamas the priests sacrifice."""
    OFFER = "offer"
    """Choose which goods to give in the Main Temple."""
    HIRE = "hire"
    """Choose which Incas to set up."""
    TAKE = "take"
    """Choose which priest or virgin to take."""
    TRADE = "trade"
    """Trade on the market, or leave it."""
    RECALL = "recall"
    """Choose which Inca goes to the Sundial."""
    REWARD = "reward"
    """Choose the three goods that an Inca on the Sundial brings."""
    COLLECT = "collect"
    """Choose whether to pay for the good on a moon tile."""
    RETURN = "return"
    """Choose which sacrifice cards go back under the deck."""


_DECISIONS = {
    Step.SETTLE: Decision.SETTLE,
    Step.TURN: Decision.TURN,
    Step.PRODUCTION: Decision.PRODUCE,
    Step.SACRIFICE: Decision.SACRIFICE,
    Step.OFFER: Decision.OFFER,
    Step.HIRE: Decision.HIRE,
    Step.PRIESTS: Decision.TAKE,
    Step.MARKET: Decision.TRADE,
    Step.SUNDIAL: Decision.RECALL,
    Step.SUNDIAL_REWARD: Decision.REWARD,
    Step.MOON_TILE: Decision.COLLECT,
    Step.NIGHT_TILES: Decision.COLLECT,
    Step.NIGHT_SUNDIAL: Decision.REWARD,
}


@dataclass(frozen=True, slots=True)
class Deal:
    """All the randomness of a game (the order of the sacrifice cards), and the table it was made for."""

    seats: int
    is_beginner: bool
    deck: tuple[str, ...]
    """All 28 cards: one for each seat, then the deck from its top."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The possessions of one player."""

    goods: Counts
    """Five counts: corn, llamas, coca, pottery, cloth."""
    incas: Counts
    """Five counts: farmers, shepherds, planters, potters, weavers."""
    supply: int
    """Incas that are not set up."""
    sundial: int
    """Incas on the Sundial."""
    priests: Counts
    """Three counts: Virgins of the Sun, Puma priests, Condor priests."""
    cards: tuple[str, ...]
    """The hand of sacrifice cards, in card order."""
    missing: int
    """Cards that this seat should have drawn after the deck was empty."""
    scout: int
    """The field on the Inca trail, 0 to 19."""
    prince: str | None
    """The prince's district; None before the first turn."""
    tiles: tuple[str, ...]
    """Moon tiles, in the order in which they were taken."""
    turns: int
    """The number of turns this seat has had today."""
    due: Counts = NOTHING
    """The trail income due at the end of the turn: five counts of goods."""


@dataclass(frozen=True, slots=True)
class Summit:
    """A scout on the summit: its owner has drawn cards, and must put some back before the scout walks on."""

    returns: int
    steps: int


@dataclass(frozen=True, slots=True)
class Trade:
    """A visit to the market."""

    may_adjust: bool
    """Whether a good may still be put on the market or removed from it."""
    sold: tuple[bool, ...]
    """For llamas, coca, pottery and cloth, whether any were sold in this visit."""
    bought: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The position. Points, ranks and the reason for the end are derived from it."""

    seats: tuple[Seat, ...]
    is_beginner: bool
    day: int
    bonuses: Counts
    """Bonus units on the five production districts."""
    stones: Counts
    """Temple stones: Condor, Puma, Sun, Main Temple."""
    market: Counts
    """Goods in the four columns: llamas, coca, pottery, cloth."""
    rows: Counts
    """Tiles left: Virgins of the Sun, Puma priests, Condor priests."""
    tiles: tuple[str, ...]
    """Moon tiles left."""
    sun: int | None
    """The holder of the sun tile, if any: the seat that took the day's third moon tile."""
    deck: tuple[str, ...]
    """The sacrifice cards left, from the top."""
    returned: tuple[int, ...]
    """Which seats put back the last cards of the deck, one entry per card: each seat knows its own."""
    active: int
    """The seat whose turn it is."""
    asked: int
    """The seat that decides: often not the active one."""
    step: Step
    summit: Summit | None
    """Set while the asked seat must put cards back."""
    trade: Trade | None
    """Set while the active seat visits the market."""

    def with_seat(self, index: int, seat: Seat) -> tuple[Seat, ...]:
        """All seats, with one of them changed."""
        return (*self.seats[:index], seat, *self.seats[index + 1 :])

    @property
    def place(self) -> str:
        """The district of the active seat's prince."""
        place = self.seats[self.active].prince
        assert place is not None, "the prince stands nowhere yet"
        return place

    @property
    def decision(self) -> Decision | None:
        """The decision of the asked seat; None when the game is over."""
        return Decision.RETURN if self.summit else _DECISIONS.get(self.step)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it: everything but its cards; at the end those too."""

    goods: Counts
    """Five counts: corn, llamas, coca, pottery, cloth."""
    incas: Counts
    """Five counts: farmers, shepherds, planters, potters, weavers."""
    supply: int
    """Incas that are not set up."""
    sundial: int
    """Incas on the Sundial."""
    priests: Counts
    """Three counts: Virgins of the Sun, Puma priests, Condor priests."""
    hand_size: int
    """The number of sacrifice cards in hand."""
    cards: tuple[str, ...] | None
    """The hand, in card order; None if hidden from this viewer."""
    missing: int
    """Cards that this seat should have drawn after the deck was empty."""
    scout: int
    """The field on the Inca trail, 0 to 19."""
    prince: str | None
    """The prince's district; None before the first turn."""
    tiles: tuple[str, ...]
    """Moon tiles, in the order in which they were taken."""
    turns: int
    """The number of turns this seat has had today."""
    due: Counts
    """The trail income due at the end of the turn: five counts of goods."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer may know about a position."""

    seat: int | None
    """Whose view this is; None: a spectator."""
    seats: tuple[SeatView, ...]
    is_beginner: bool
    day: int
    """1 to 9."""
    bonuses: Counts
    """Bonus units on the five production districts, in list order: 0 to 2 each."""
    stones: Counts
    """Temple stones, 0 to 2: Condor, Puma, Sun, Main Temple."""
    market: Counts
    """Goods in the four columns, 0 to 4: llamas, coca, pottery, cloth."""
    rows: Counts
    """Tiles left: Virgins of the Sun, Puma priests, Condor priests."""
    tiles: tuple[str, ...]
    """Moon tiles left."""
    sun: int | None
    """The holder of the sun tile, if any: once it is taken, every other seat has one last turn that day."""
    deck: tuple[str | None, ...]
    """The sacrifice cards left, from the top: None except for those that this viewer put back; open at the end."""
    returned: tuple[int, ...]
    """Which seats put back the last cards of the deck, one entry per card."""
    active: int
    """The seat whose turn it is; at night, the one whose turn was last."""
    to_move: int | None
    """The seat to move; None when the game is over."""
    decision: Decision | None
    """The decision it faces; None when the game is over."""
    step: Step
    """The stage of the game."""
    summit: Summit | None
    """The numbers of cards that the deciding seat must put back, and of steps that its scout walks afterwards."""
    trade: Trade | None
    """The trades of the active seat on the market so far."""

    @property
    def place(self) -> str:
        """The district of the active seat's prince."""
        place = self.seats[self.active].prince
        assert place is not None, "the prince stands nowhere yet"
        return place

    @property
    def over(self) -> bool:
        """Whether the game has ended; everything is then open."""
        return self.to_move is None


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats in turn order, starting with `first`."""
    return tuple((first + place) % seats for place in range(seats))


@cache
def clockwise_after(asked: int, first: int, seats: int) -> tuple[int, ...]:
    """The seats that come after `asked` in a round that `first` began."""
    return clockwise(first, seats)[(asked - first) % seats + 1 :]

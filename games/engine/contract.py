"""The contract of every game of this project: a module of pure functions over frozen values.

State in, state out. The deal holds all the chance of a game; everything after it is deterministic, so a deal and a list
of action texts make up a whole match. See CONTRIBUTING, "Adding a game".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from games.engine.apart import Apart
from games.engine.essence import Essence

Options = Mapping[str, str]
"""Chosen options by name; an option left out has its printed (default) value."""

Orders = Mapping[str, str]
"""A seat's standing orders by name; an order left out is "ask"."""

ASK = "ask"
"""The value of a standing order that leaves the question to the player."""

_LONGEST_QUOTE = 40

Teams = Mapping[int, tuple[tuple[int, ...], ...]]
"""The seats that win and lose together, by seat count; for a count left out, everyone plays alone."""


class IllegalAction(ValueError):
    """Raised for a player's mistake: the text names the input and the rule, never a hidden fact."""


class BadDeal(ValueError):
    """Raised for a deal or options these rules cannot start from: the text says what is wrong and what is allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice among named values: a variant of the rules, or a standing order.

    The first value is the default (the printed game; for a standing order always "ask").
    """

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the breakdown of a seat's points: `count` things called `name` gave `points`."""

    name: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `points[seat]` is the sum of `breakdown[seat]`; `ranks[seat]` is 1 + the number of seats strictly better.
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    breakdown: tuple[tuple[Part, ...], ...]

    @property
    def judged(self) -> tuple[float, ...]:
        """The values of `evaluate` for this end: the points, minus a hundredth per rank so that broken ties show."""
        return judged(self.points, self.ranks)


def judged(points: Sequence[float], ranks: Sequence[int]) -> tuple[float, ...]:
    """The values that `evaluate` returns for an end with these points and ranks."""
    return tuple(of_seat - rank / 100 for of_seat, rank in zip(points, ranks, strict=True))


class Action(Protocol):
    """A frozen value whose `str()` is its notation."""

    def __str__(self) -> str: ...


DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT")


class Game(Protocol[DealT, StateT, ActionT, ViewT]):
    """The functions of a game: a package is a game if its `__init__` exports these names."""

    KEY: str
    """The name in records, URLs and the database: `rapa_nui`."""
    SEATS: tuple[int, ...]
    """Supported seat counts, ascending."""
    OPEN_SEATS: tuple[int, ...]
    """The seat counts with no hidden information: every view tells the whole state."""
    TEAMS: Teams
    """The seats that win and lose together."""
    OPTIONS: tuple[Option, ...]
    """Variants of the rules; the first value of each is the printed game."""
    STANDING_ORDERS: tuple[Option, ...]
    """Out-of-turn decisions that a seat may answer in advance; the first value is always `ask`."""
    RULES_VERSION: str
    """Increased with every change to legality or results."""
    REASONS: tuple[str, ...]
    """Every reason for which the game can end."""
    LONGEST: int
    """Upper bound on the number of actions in a game."""
    APART: Mapping[int, Apart]
    """The thresholds from which two games can be told apart, by seat count; measured by `manage.py tell_apart`."""
    State: type[StateT]
    """The class of states, for the codec."""
    View: type[ViewT]
    """The class of views, for the codec."""

    def deal(self, seats: int, options: Options, rng: Random, /) -> DealT:
        """Draw all the chance of one game from `rng`. Raises BadDeal for a seat count or option that does not exist."""
        ...

    def deal_text(self, deal: DealT, /) -> str:
        """The deal in the form that notation.md defines."""
        ...

    def parse_deal(self, seats: int, options: Options, text: str, /) -> DealT:
        """Parse the text of a deal. Raises BadDeal with the reason if it is not a valid one."""
        ...

    def start(self, deal: DealT, /) -> StateT:
        """The initial position."""
        ...

    def to_move(self, state: StateT, /) -> int | None:
        """The seat to move; None when the game is over."""
        ...

    def legal_actions(self, state: StateT, /) -> tuple[ActionT, ...]:
        """The legal actions of the seat to move, without duplicates; empty when the game is over.

        In the order of notation.md.
        """
        ...

    def apply(self, state: StateT, action: ActionT, /) -> StateT:
        """The position after a legal action. Raises IllegalAction for any other."""
        ...

    def parse(self, state: StateT, text: str, /) -> ActionT:
        """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
        ...

    def outcome(self, state: StateT, /) -> Outcome | None:
        """The result; None while the game is running."""
        ...

    def view(self, state: StateT, seat: int | None, /) -> ViewT:
        """Everything `seat` (None: a spectator) may know, built field by field."""
        ...

    def recall(self, state: StateT, seat: int | None, /) -> ViewT:
        """The view of a player with perfect memory: includes everything the log implies for `seat`."""
        ...

    def open_view(self, state: StateT, /) -> ViewT:
        """A view with nothing hidden: for finished games only."""
        ...

    def essence(self, view: ViewT, /) -> Essence:
        """The only part of a recalled view on which the rest of the game depends; see `games.engine.essence`."""
        ...

    def progress(self, view: ViewT, /) -> int:
        """A measure of how much has been dealt openly and decided so far, in units that the game chooses.

        The same for every viewer, and for positions with the same essence and names; it never decreases. `APART` has
        the values from which two games can be told apart.
        """
        ...

    def hides_choice(self, view: ViewT, /) -> bool:
        """Whether the legal actions of the seat to move depend on something the viewer cannot see.

        If they do not, every position that the viewer imagines has the same legal actions.
        """
        ...

    def shown(self, before: StateT, action: ActionT, now: StateT, seat: int | None, /) -> str:
        """The text of `action`, played at `before`, as `seat` may read it when the game has reached `now`.

        Hidden parts are `?`. A text that hides nothing stays as it is for the rest of the game.
        """
        ...

    def shown_deal(self, deal: DealT, now: StateT, seat: int | None, /) -> str:
        """The text of the deal as `seat` may read it when the game has reached `now`: hidden parts are `?`."""
        ...

    def reveals(self, state: StateT, action: ActionT, /) -> bool:
        """Whether playing the action shows anyone something new, and so cannot be undone."""
        ...

    def determinize(self, view: ViewT, rng: Random, /) -> StateT:
        """One full state that the viewer cannot tell from the real one: its view for the same seat equals `view`.

        If `view` was recalled, the view that the same seat recalls of that state equals it.
        """
        ...

    def evaluate(self, state: StateT, /) -> tuple[float, ...]:
        """An estimate of how well each seat is doing, higher is better: a search uses it where it stops.

        Final states are valued by their outcome.
        """
        ...

    def automatic(self, view: ViewT, orders: Orders, /) -> ActionT | None:
        """The viewer's answer by standing order to the decision it faces; None to ask."""
        ...

    def diagram(self, view: ViewT, /) -> str:
        """The view as plain text, for terminals and bug reports."""
        ...


AnyGame = Game[Any, Any, Any, Any]


class Offered(Protocol):
    """What a game declares about the tables it can be played at; every Game does."""

    KEY: str
    SEATS: tuple[int, ...]
    OPTIONS: tuple[Option, ...]


def teams_of(game: AnyGame, seats: int) -> tuple[tuple[int, ...], ...]:
    """The sides of a game with this many seats, in the order of their first seats."""
    return game.TEAMS.get(seats) or tuple((seat,) for seat in range(seats))


def on_turn(position: Any, mover: int | None) -> int | None:
    """The seat whose turn it is: that of `mover`, who decides in this state or view, unless it is asked out of turn.

    Games with such questions have the field `active` in both.
    """
    turn: int | None = getattr(position, "active", mover)
    return turn


def check_table(game: Offered, seats: int, options: Options) -> None:
    """Check a seat count and options against `game`. Raises BadDeal naming what is allowed."""
    check_seats(game, seats)
    check_options(game, options)


def check_seats(game: Offered, seats: int) -> None:
    """Check that `game` supports a seat count. Raises BadDeal naming what is allowed."""
    if seats not in game.SEATS:
        raise BadDeal(f"{game.KEY} is not for {seats} seats; allowed: {', '.join(map(str, game.SEATS))}")


def check_options(game: Offered, options: Options) -> None:
    """Check that `game` supports these options. Raises BadDeal naming what is allowed."""
    known = {option.name: option.values for option in game.OPTIONS}
    for name, value in options.items():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise BadDeal(f"unknown option {name!r}; {game.KEY} has: {allowed}")
        if value not in known[name]:
            raise BadDeal(f"option {name} cannot be {value!r}; allowed: {', '.join(known[name])}")


def quoted(text: str) -> str:
    """User input as messages quote it: in quotation marks, shortened if it is too long for a line."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


def find_action(legal: Iterable[ActionT], text: str) -> ActionT | None:
    """The legal action whose notation is exactly `text`, or None: an action is legal if it is in the list."""
    return next((action for action in legal if str(action) == text), None)

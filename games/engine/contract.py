"""What every game of this project is: a module of pure functions over frozen values.

State in, state out. All chance of a game is its deal; from there on everything is deterministic, so a
deal and a list of action texts are a whole match. See CONTRIBUTING, "Adding a game".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

Options = Mapping[str, str]
"""Chosen options by name; an option left out has its printed value."""

Orders = Mapping[str, str]
"""A seat's standing orders by name; an order left out is "ask"."""

ASK = "ask"

_LONGEST_QUOTE = 40

Teams = Mapping[int, tuple[tuple[int, ...], ...]]
"""By seat count which seats win and lose together; where a count is left out, everybody plays alone."""


class IllegalAction(ValueError):  # noqa: N818 - the word of the whole project
    """A player's mistake: the text names the input and the rule, never a hidden fact."""


class BadDeal(ValueError):  # noqa: N818 - the word of the whole project
    """A deal or its options that these rules cannot start from; the text says what is wrong and what is allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice among named values: a variant of the rules, or a standing order.

    The first value is the default (the printed game; for a standing order always "ask").
    """

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the explanation of a seat's points: `count` things called `name` gave `points`."""

    name: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `points[seat]` is the sum of `breakdown[seat]`; `ranks[seat]` is 1 + the seats strictly better.
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    breakdown: tuple[tuple[Part, ...], ...]

    @property
    def judged(self) -> tuple[float, ...]:
        """What `evaluate` says of this end: the points, a hundredth less for each rank, so that a broken tie shows."""
        return judged(self.points, self.ranks)


def judged(points: Sequence[float], ranks: Sequence[int]) -> tuple[float, ...]:
    """What `evaluate` says of an end with these points and ranks."""
    return tuple(of_seat - rank / 100 for of_seat, rank in zip(points, ranks, strict=True))


class Action(Protocol):
    """A frozen value whose `str()` is its notation."""

    def __str__(self) -> str: ...


DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT")


class Game(Protocol[DealT, StateT, ActionT, ViewT]):
    """The functions of a game. A game is a package whose `__init__` exports these names."""

    KEY: str
    """Name in records, addresses and the database: `rapa_nui`."""
    SEATS: tuple[int, ...]
    """Seat counts it can be played with, ascending."""
    OPEN_SEATS: tuple[int, ...]
    """Those of them with which nothing is hidden from anybody: every view tells the whole state."""
    TEAMS: Teams
    """Who win and lose together."""
    OPTIONS: tuple[Option, ...]
    """Variants of the rules; the first value of each is the printed game."""
    STANDING_ORDERS: tuple[Option, ...]
    """Out-of-turn decisions that a seat may answer in advance; the first value is always `ask`."""
    RULES_VERSION: str
    """Raised by every change of legality or result."""
    REASONS: tuple[str, ...]
    """Every way the game can end."""
    LONGEST: int
    """No game has more actions than this."""
    State: type[StateT]
    """The class of states, for the codec."""
    View: type[ViewT]
    """The class of views, for the codec."""

    def deal(self, seats: int, options: Options, rng: Random, /) -> DealT:
        """All the chance of one game, drawn from `rng`. Raises BadDeal for a seat count or option there is not."""
        ...

    def deal_text(self, deal: DealT, /) -> str:
        """The deal as notation.md writes it."""
        ...

    def parse_deal(self, seats: int, options: Options, text: str, /) -> DealT:
        """The deal that a text describes. Raises BadDeal with the reason for everything that is not one."""
        ...

    def start(self, deal: DealT, /) -> StateT:
        """The first position."""
        ...

    def to_move(self, state: StateT, /) -> int | None:
        """The one seat that decides now; None when the game is over."""
        ...

    def legal_actions(self, state: StateT, /) -> tuple[ActionT, ...]:
        """What that seat may do, in the order of notation.md, without duplicates; empty when the game is over."""
        ...

    def apply(self, state: StateT, action: ActionT, /) -> StateT:
        """The position after a legal action. Raises IllegalAction for any other."""
        ...

    def parse(self, state: StateT, text: str, /) -> ActionT:
        """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
        ...

    def outcome(self, state: StateT, /) -> Outcome | None:
        """The result, None while the game runs."""
        ...

    def view(self, state: StateT, seat: int | None, /) -> ViewT:
        """All that `seat` (None: a spectator) may know, built field by field."""
        ...

    def recall(self, state: StateT, seat: int | None, /) -> ViewT:
        """The view of somebody who has forgotten nothing: with all in it that the log implies for `seat`."""
        ...

    def open_view(self, state: StateT, /) -> ViewT:
        """A view with nothing hidden: for finished games only."""
        ...

    def tells_apart(self, view: ViewT, /) -> bool:
        """Whether another game would hardly ever look like this one by chance.

        Before, too little has been dealt openly or decided for that: many games begin alike.
        """
        ...

    def unnamed(self, view: ViewT, /) -> ViewT:
        """The view without names that the rules treat alike: equal for games that differ in nothing else."""
        ...

    def hides_choice(self, view: ViewT, /) -> bool:
        """Whether what the seat that decides may do hangs on what the viewer cannot see.

        Where it does not, every position that the viewer imagines has the same legal actions.
        """
        ...

    def shown(self, before: StateT, action: ActionT, now: StateT, seat: int | None, /) -> str:
        """The text of `action`, played at `before`, as `seat` may read it when the game stands at `now`.

        Hidden parts are `?`.
        """
        ...

    def shown_deal(self, deal: DealT, now: StateT, seat: int | None, /) -> str:
        """The text of the deal as `seat` may read it when the game stands at `now`: hidden parts are `?`."""
        ...

    def reveals(self, state: StateT, action: ActionT, /) -> bool:
        """Whether playing it shows somebody something new: what cannot be undone."""
        ...

    def determinize(self, view: ViewT, rng: Random, /) -> StateT:
        """One full state that the viewer cannot tell from the real one: its view for the same seat equals `view`.

        Of what was recalled: what is recalled of it.
        """
        ...

    def evaluate(self, state: StateT, /) -> tuple[float, ...]:
        """A guess at how each seat stands, higher is better: what a search reads where it stops.

        Final states by their outcome.
        """
        ...

    def automatic(self, view: ViewT, orders: Orders, /) -> ActionT | None:
        """The viewer's answer by standing order to the decision it faces; None: ask."""
        ...

    def diagram(self, view: ViewT, /) -> str:
        """The view as plain text, for terminals and bug reports."""
        ...


AnyGame = Game[Any, Any, Any, Any]


class Offered(Protocol):
    """What a game says of the tables it can be played at; every Game does."""

    KEY: str
    SEATS: tuple[int, ...]
    OPTIONS: tuple[Option, ...]


def teams_of(game: AnyGame, seats: int) -> tuple[tuple[int, ...], ...]:
    """The sides of a game with so many seats, in the order of their first seats."""
    return game.TEAMS.get(seats) or tuple((seat,) for seat in range(seats))


def check_table(game: Offered, seats: int, options: Options) -> None:
    """Refuse a seat count or options that `game` does not have. Raises BadDeal naming what is allowed."""
    check_seats(game, seats)
    check_options(game, options)


def check_seats(game: Offered, seats: int) -> None:
    """Refuse a seat count that `game` does not have. Raises BadDeal naming what is allowed."""
    if seats not in game.SEATS:
        raise BadDeal(f"{game.KEY} is not for {seats} seats; allowed: {', '.join(map(str, game.SEATS))}")


def check_options(game: Offered, options: Options) -> None:
    """Refuse options that `game` does not know. Raises BadDeal naming what is allowed."""
    known = {option.name: option.values for option in game.OPTIONS}
    for name, value in options.items():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise BadDeal(f"unknown option {name!r}; {game.KEY} has: {allowed}")
        if value not in known[name]:
            raise BadDeal(f"option {name} cannot be {value!r}; allowed: {', '.join(known[name])}")


def quoted(text: str) -> str:
    """What somebody wrote, as messages quote it: in quotation marks, cut where it is too long for a line."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


def find_action(legal: Iterable[ActionT], text: str) -> ActionT | None:
    """The legal action whose notation is exactly `text`, or None: legality is being in the list."""
    return next((action for action in legal if str(action) == text), None)

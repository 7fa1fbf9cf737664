"""Games played for the contract tests: every game and seat count, at random and by simple characters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from games.ai.scripted_bots import some_character, uniform
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.record import Ply, Record, Step
from games.engine.result import result_of

POLICIES = ("random", "mixed")
_PRINTED_GAMES = 2
_VARIANT_GAMES = 1


@dataclass(frozen=True)
class Played:
    """A game from its deal to its end."""

    game: AnyGame
    seats: int
    options: dict[str, str]
    deal: Any
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[Any, ...]:
        """Every position, the final one included."""
        return (*(step.state for step in self.steps), self.final)

    @property
    def final(self) -> Any:
        """The position after the last action."""
        return self.steps[-1].after

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every viewer: a spectator, then the seats."""
        return (None, *range(self.seats))

    def record(self, plies: int | None = None) -> Record:
        """The record of the game, or of its first `plies` only."""
        steps = self.steps[:plies]
        outcome = self.game.outcome(steps[-1].after)
        return Record(
            game=self.game.KEY,
            rules=self.game.RULES_VERSION,
            seats=self.seats,
            options=self.options,
            deal=self.game.deal_text(self.deal),
            plies=tuple(Ply(step.seat, str(step.action)) for step in steps),
            result=None if outcome is None else str(result_of(outcome)),
        )


class Kind(NamedTuple):
    """A kind of game to play, and the number of the game."""

    key: str
    seats: int
    options: tuple[tuple[str, str], ...]
    policy: str
    number: int

    def __str__(self) -> str:
        options = "".join(f"-{value}" for _, value in self.options)
        return f"{self.key}-{self.seats}{options}-{self.policy}-{self.number}"


def kinds() -> list[Kind]:
    """Every game with every seat count, by the printed rules and with each variant."""
    return [
        Kind(game.KEY, seats, options, policy, number)
        for game in GAMES.values()
        for options in ((), *(((option.name, value),) for option in game.OPTIONS for value in option.values[1:]))
        for seats in game.SEATS
        for policy in POLICIES
        for number in range(_VARIANT_GAMES if options else _PRINTED_GAMES)
    ]


def first_kinds() -> set[Kind]:
    """One kind for each table, by the policies in turn, so that each game and each variant is played by both."""
    tables: dict[tuple[str, int, tuple[tuple[str, str], ...]], list[Kind]] = {}
    for kind in kinds():
        if not kind.number:
            tables.setdefault((kind.key, kind.seats, kind.options), []).append(kind)
    return {of_table[number % len(of_table)] for number, of_table in enumerate(tables.values())}


@cache
def play(kind: Kind) -> Played:
    """A game of this kind, the same one in every run."""
    game, options = GAMES[kind.key], dict(kind.options)
    rng = Random(str(kind))
    deal = game.deal(kind.seats, options, rng)
    players = [some_character(rng) if kind.policy == "mixed" else uniform for _ in range(kind.seats)]
    state = game.start(deal)
    steps: list[Step] = []
    while (seat := game.to_move(state)) is not None:
        assert len(steps) < game.LONGEST, "the game does not end"
        action = players[seat](game, state, rng)
        after = game.apply(state, action)
        steps.append(Step(state, seat, action, after))
        state = after
    return Played(game, kind.seats, options, deal, tuple(steps))

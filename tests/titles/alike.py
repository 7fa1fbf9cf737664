"""Compares the engines with the plain programs that were written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.ai.scripted_bots import some_character, uniform
from games.engine.contract import AnyGame
from games.engine.record import Record
from games.engine.result import result_of


class PlainGame:
    """A game as a plain program that runs the whole course, and stops at every decision until `do` is called.

    A subclass sets the game up, calls `begin`, and writes the course in `whole_game`.
    """

    def begin(self) -> None:
        """Run to the first decision."""
        self.seat = 0
        self.choices: list[str] = []
        self.answer = ""
        self.course = self.whole_game()
        next(self.course, None)

    def do(self, action: str) -> None:
        """Play one of `choices`, and run to the next decision."""
        if action not in self.choices:
            raise ValueError(action)
        self.answer = action
        self.choices = []
        next(self.course, None)

    def ask(self, seat: int, choices: list[str]) -> Iterator[None]:
        """Stop here until `do` is called."""
        self.seat, self.choices = seat, choices
        yield

    def whole_game(self) -> Iterator[None]:
        """The course of the game, which asks at every decision."""
        raise NotImplementedError

    def result(self) -> str:
        """The last line of a record."""
        raise NotImplementedError


def plain_sequences(begun: Callable[[], PlainGame], actions: tuple[str, ...], depth: int) -> int:
    """The number of sequences of `depth` actions after `actions`, each played from the deal."""
    plain = begun()
    for action in actions:
        plain.do(action)
    if depth == 1:
        return len(plain.choices)
    return sum(plain_sequences(begun, (*actions, choice), depth - 1) for choice in plain.choices)


def engine_sequences(game: AnyGame, state: Any, depth: int) -> int:
    """The number of sequences of `depth` actions that the engine allows from `state`."""
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(engine_sequences(game, game.apply(state, action), depth - 1) for action in legal)


def some_games(few: int, many: int) -> pytest.MarkDecorator:
    """The numbers of random games that a test plays: `few`, and in the slow lane the rest of `many`."""
    rest = pytest.param(range(few, many), id="many", marks=pytest.mark.slow)
    return pytest.mark.parametrize("numbers", [pytest.param(range(few), id="few"), rest])


def played_alike(game: AnyGame, deal: Any, plain: PlainGame, policy: str, rng: Random) -> str:
    """Play a game in both: the same seat always has the same choices, and the results agree. Returns the reason."""
    state = game.start(deal)
    players = [some_character(rng) if policy == "mixed" else uniform for _ in game.evaluate(state)]
    while (mover := game.to_move(state)) is not None:
        assert (plain.seat, plain.choices) == (mover, [str(action) for action in game.legal_actions(state)])
        action = players[mover](game, state, rng)
        state = game.apply(state, action)
        plain.do(str(action))
    outcome = game.outcome(state)
    assert outcome is not None
    assert plain.result() == str(result_of(outcome))
    return outcome.reason


def replayed_alike(plain: PlainGame, whole: Record) -> None:
    """Check that the plain program asks the seat of each action in the record, and that the results agree."""
    for ply in whole.plies:
        assert plain.seat == ply.seat
        plain.do(ply.text)
    assert plain.result() == whole.result

"""Games as searches play them: with other evaluation weights, or only to the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import AnyGame
from games.titles import bot_of


class Judging:
    """A game whose positions are evaluated by other weights; everything else is the game itself."""

    def __init__(self, game: AnyGame, weights: Any) -> None:
        self._game = game
        self.weights = weights

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def evaluate(self, state: Any) -> tuple[float, ...]:
        """The game's own estimate with these weights."""
        values: tuple[float, ...] = self._game.evaluate(state, self.weights)  # type: ignore[call-arg]
        return values


def walked(game: AnyGame, view: Any) -> AnyGame:
    """The game that a search walks for the decision in `view`: the rest of a round, or `game` itself."""
    bot = bot_of(game)
    return game if bot.rest_of_round is None else bot.rest_of_round(view, getattr(game, "weights", bot.weights))


def progress_at(game: AnyGame, states: Sequence[Any], step: int) -> int:
    """How far a match has come before action number `step`: the number of actions that bear on its end.

    Guesswork does not count. `states` are the positions of the match from its start on.
    """
    return step - sum(is_guesswork(game, state) for state in states[:step])


def is_guesswork(game: AnyGame, seen: Any) -> bool:
    """Whether nothing distinguishes the legal actions of a state or a view: thinking would only take time."""
    asked = bot_of(game).is_guesswork
    return asked is not None and asked(seen)

"""A game as somebody judges it: by the numbers of its weights file or by other ones, and as a search walks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from games.engine.contract import AnyGame
from games.engine.machu_picchu import advice as machu_picchu
from games.engine.machu_picchu.ahead import ahead
from games.engine.maya import advice as maya
from games.engine.princes import worth as princes
from games.engine.rapa_nui import advice as rapa_nui

JUDGED: dict[str, ModuleType] = {
    "rapa_nui": rapa_nui,
    "machu_picchu": machu_picchu,
    "maya": maya,
    "princes": princes,
}
"""The module of each game with its WEIGHTS."""

RESTS: dict[str, Callable[[Any, Any], Any]] = {"machu_picchu": ahead}
"""Games that are searched round by round: the rest of the round that a view sees, judged by these weights."""

GUESSWORK: dict[str, Callable[[Any], bool]] = {"maya": maya.is_guesswork}
"""Games with decisions about which nobody knows anything: whether a state or a view has one."""


class Judging:
    """A game whose positions are judged by other weights; all the rest is the game."""

    def __init__(self, game: AnyGame, weights: Any) -> None:
        self._game = game
        self.weights = weights

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def evaluate(self, state: Any) -> tuple[float, ...]:
        """The game's own guess with these weights."""
        values: tuple[float, ...] = self._game.evaluate(state, self.weights)  # type: ignore[call-arg]
        return values


def walked(game: AnyGame, view: Any) -> AnyGame:
    """What a search walks in place of the game from a decision that `view` sees: the rest of a round, or the game."""
    rest = RESTS.get(game.KEY)
    return game if rest is None else rest(view, getattr(game, "weights", JUDGED[game.KEY].WEIGHTS))


def progress_at(game: AnyGame, states: Sequence[Any], step: int) -> int:
    """How far a match has come before action number `step`: how many actions told something of its end.

    Guesswork does not count. `states` are the positions of the match from its start on.
    """
    return step - sum(is_guesswork(game, state) for state in states[:step])


def is_guesswork(game: AnyGame, seen: Any) -> bool:
    """Whether nothing tells the actions apart that are legal in a state or a view: thinking would only take time."""
    asked = GUESSWORK.get(game.KEY)
    return asked is not None and asked(seen)

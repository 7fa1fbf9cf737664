"""The interface to a computer player: it gets a seat and what that seat sees, and returns an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from games.ai import alpha_beta, ismcts, one_ply
from games.ai.budget import Budget
from games.ai.evaluators import is_guesswork, walked
from games.ai.levels import LEVELS, Level
from games.engine.contract import AnyGame


@dataclass(frozen=True, slots=True)
class Choice:
    """A computer player's action, in the notation of the game, and what thinking cost."""

    action: str
    iterations: int
    """Walks down the tree of a game with hidden information, or positions searched in an open one."""
    seconds: float


def view_for(game: AnyGame, state: Any, seat: int, level: str) -> Any:
    """The view that a computer player of `level` has in `seat`: levels that search have perfect memory, the others
    none.

    Raises ValueError for an unknown level.
    """
    return game.view(state, seat) if _named(level).noise_in(game.KEY) else game.recall(state, seat)


def choose(
    game: AnyGame,
    view: Any,
    seat: int,
    level: str,
    rng: Random,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    stop: Event | None = None,
) -> Choice:
    """The action of `seat`, which is to move and sees `view`: the same for the same `rng` and `iterations`.

    `view` must come from `view_for`. Without a budget the level's own is used; `seconds` replaces its time,
    `iterations` replaces both its time and its iteration limit; setting `stop` makes it answer at once. A forced action
    costs nothing, nor does guesswork. Raises ValueError for an unknown level or a seat that has nothing to decide.
    """
    noise = _named(level).noise_in(game.KEY)
    if iterations is None:
        iterations = LEVELS[level].iterations_in(game.KEY)
        seconds = LEVELS[level].seconds if seconds is None else seconds
    budget = Budget(seconds=seconds, iterations=iterations, stop=stop)
    state = game.determinize(view, rng)
    if game.to_move(state) != seat:
        raise ValueError(f"seat {seat} has nothing to decide here")
    legal = game.legal_actions(state)
    if len(legal) == 1:
        action = legal[0]
    elif is_guesswork(game, state):
        action = rng.choice(legal)
    elif noise is not None:
        action = one_ply.choose(game, state, seat, rng, noise)
    else:
        near = walked(game, view)
        budget.lower(getattr(near, "ENOUGH", None))
        action = _search_for(game, state)(near, view, seat, rng, budget)
    return Choice(action=str(action), iterations=budget.iterations, seconds=budget.seconds())


def _named(level: str) -> Level:
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}; there are: {', '.join(LEVELS)}")
    return LEVELS[level]


def _search_for(game: AnyGame, state: Any) -> Callable[[AnyGame, Any, int, Random, Budget], Any]:
    """The search to use: with two seats and no hidden information nothing need be imagined."""
    return alpha_beta.choose if alpha_beta.can_search(game, len(game.evaluate(state))) else ismcts.choose

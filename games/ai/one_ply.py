"""Looking one action ahead as people do: some actions are overlooked, and others are misjudged.

An action that takes many words to say takes long to think of, so it is overlooked most: the one good pair among the
goods to sell, the third Inca that could be paid for. Nobody overlooks everything.
"""

from __future__ import annotations

import re
from random import Random
from statistics import pstdev
from typing import Any

from games.engine.contract import AnyGame
from games.titles.manifest import Noise

_BETWEEN_WORDS = re.compile("[ +]")


def choose(game: AnyGame, state: Any, seat: int, rng: Random, noise: Noise) -> Any:
    """A plausible, beatable action of `seat` in one imagined `state`."""
    noticed = _noticed(game.legal_actions(state), rng, noise.overlooks)
    worth = [_worth(game.evaluate(game.apply(state, action)), seat, noise) for action in noticed]
    error = noise.misjudges * pstdev(worth)
    guesses = [rng.gauss(value, error) for value in worth]
    return noticed[guesses.index(max(guesses))]


def _noticed(legal: tuple[Any, ...], rng: Random, overlooks: float) -> list[Any]:
    """The actions that come to mind, at least one: each word of an action must be noticed."""
    seen = [action for action in legal if rng.random() < (1 - overlooks) ** len(_BETWEEN_WORDS.split(str(action)))]
    return seen or [rng.choice(legal)]


def _worth(values: tuple[float, ...], seat: int, noise: Noise) -> float:
    """How a position looks to `seat`: alone, or compared with the mean of the others."""
    if not noise.sees_others:
        return values[seat]
    return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)

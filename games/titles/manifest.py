"""The types of `TITLE`, which each game's folder provides: its rules and computer players. Standard library only.

The parts that pages show are separate, in `PAGES` of its `pages.py`: rules and computer players need no Django.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.engine.contract import AnyGame
from games.engine.rows import TensorSpec

Policy = Callable[[AnyGame, Any, Random], Any]
"""Picks a legal action of a state in which the game is not over."""


@dataclass(frozen=True, slots=True)
class Noise:
    """The inaccuracy of a player that looks one action ahead."""

    overlooks: float
    """The probability of overlooking an action of one word; actions of more words are overlooked more often."""
    misjudges: float
    """The standard deviation of its error about an action, relative to that of the actions' values."""
    sees_others: bool
    """Whether it compares itself with the others, or looks only at its own points."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Everything that the computer players of a game know beyond its rules.

    The curves of winning chances are in `chances.toml`, the strength of the levels in `strength.toml`, both in `bot/`.
    """

    weights: Any
    """The evaluation weights: a frozen dataclass of numbers, the second argument of the game's `evaluate`."""
    walks: int
    """Walks down the tree for each analysed decision, chosen so that a whole match takes one to a few minutes."""
    iterations: Mapping[str, int] = field(default_factory=dict)
    """The maximum iterations of a level, by its key, where more gain little: it then plays alike on all machines."""
    noises: Mapping[str, Noise] = field(default_factory=dict)
    """The noise of levels, by key, that do not search in this game, or have more or less of it than in other games."""
    rest_of_round: Callable[[Any, Any], Any] | None = None
    """For a game searched round by round: makes the search game for the rest of a round, from view and weights."""
    is_guesswork: Callable[[Any], bool] | None = None
    """For a game with decisions that are pure guesswork: whether the decision of a state or view is one."""
    idle: Sequence[str] = ()
    """Words of the notation that mark actions which leave something undone."""
    tensor: TensorSpec = field(default_factory=dict)
    """The encoding of the view as a row of numbers, for fields whose types do not determine it."""
    hidden: Sequence[str] = ()
    """The texts of actions with hidden parts, as the game's `shown` writes them."""
    together: Callable[[Random], Policy] | None = None
    """Makes a policy that reaches ends of the game that no player reaches alone, if the whole table plays it."""


@dataclass(frozen=True, slots=True)
class Title:
    """One game of the site, as its folder provides it."""

    package: str
    """The Python package of the folder: `games.titles.rapa_nui`."""
    rules: AnyGame
    bot: Bot
    vocabulary: Callable[[], Sequence[str]]
    """Every action text that the game can ever ask for: their positions are the action numbers."""
    folder: Path
    """The folder that contains the whole game."""

    @property
    def key(self) -> str:
        """The name of the game in records, addresses and the database."""
        return self.rules.KEY

"""What each game provides from its folder: `TITLE`, its rules and its computer players. Standard library only.

What pages show is separate, in the `PAGES` of its `pages.py`: rules and computer players need no Django.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.engine.contract import AnyGame
from games.engine.rows import Told

Policy = Callable[[AnyGame, Any, Random], Any]
"""Picks one of the legal actions of a state that is not over."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a player sees that looks one action ahead."""

    overlooks: float
    """How often it overlooks an action of one word; actions that take more thought are overlooked more often."""
    misjudges: float
    """Its error about an action, relative to how much the actions differ."""
    sees_others: bool
    """Whether it minds how the others stand, or only its own points."""


@dataclass(frozen=True, slots=True)
class Bot:
    """What the computer players of a game know beyond its rules.

    The numbers of its curves are in `chances.toml`, the strength of its levels in `strength.toml`, both next to it.
    """

    weights: Any
    """Its evaluation weights: a frozen dataclass of numbers, the second argument of the game's `evaluate`."""
    walks: int
    """Walks down the tree for each decision analysed: enough that a whole match takes one to a few minutes."""
    iterations: Mapping[str, int] = field(default_factory=dict)
    """The most iterations of a level: where more is worth little, it then plays alike on all machines."""
    sights: Mapping[str, Sight] = field(default_factory=dict)
    """How a level sees that does not search here, or sees otherwise than in other games."""
    rest_of_round: Callable[[Any, Any], Any] | None = None
    """For a game that is searched round by round: the rest of the round that a view sees, judged by these weights."""
    is_guesswork: Callable[[Any], bool] | None = None
    """For a game with decisions that are pure guesswork: whether a state or a view has one."""
    idle: Sequence[str] = ()
    """Words of the notation with which a seat leaves something undone."""
    tensor: Told = field(default_factory=dict)
    """How its view is encoded as a row of numbers, where the types of the fields do not say it."""
    hidden: Sequence[str] = ()
    """The texts of actions that are not fully open, as the game's `shown` writes them."""
    together: Callable[[Random], Policy] | None = None
    """Makes players who, when the whole table is of one mind, reach ends of the game that nobody reaches alone."""


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
    """The folder with everything of the game."""

    @property
    def key(self) -> str:
        """The name of the game in records, addresses and the database."""
        return self.rules.KEY

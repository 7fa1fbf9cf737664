"""Thresholds from which a match looks like no other: measured, and stored by each game in its `apart.toml`.

Before that, too little has been dealt openly or decided: many games begin alike. The thresholds are values of the
game's `progress`; `manage.py tell_apart` writes the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from games.engine.essence import Essence

FILE = "apart.toml"
CHANCE = 1e-4
"""Two games can be told apart once their probability of looking alike by chance is below this."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The values of `progress` from which one kind of viewer can tell games apart."""

    named: int
    """If names are compared too."""
    unnamed: int
    """If only facts are compared."""

    def tells(self, progress: int) -> bool:
        """Whether hardly any other game looks like one that has got this far."""
        return progress >= self.named

    def compared(self, essence: Essence, progress: int) -> str:
        """The text to compare for a game that has got this far: without names once the facts are enough."""
        return repr(essence.facts if progress >= self.unnamed else (essence.facts, essence.names))


@dataclass(frozen=True, slots=True)
class Apart:
    """The thresholds of a game with a certain number of seats."""

    everybody: Sight
    """For viewers who see no more than a spectator."""
    own: Sight
    """For a player, who also sees what their own seat sees."""

    def sight(self, *, is_own: bool) -> Sight:
        """The thresholds of a player at their own seat, or of everyone else."""
        return self.own if is_own else self.everybody


def read(package: str) -> Mapping[int, Apart]:
    """Read the numbers of a game, by seat count. Raises TypeError for a table without all of them."""
    tables: dict[str, Any] = tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {int(seats): Apart(Sight(*table["everybody"]), Sight(*table["own"])) for seats, table in tables.items()}

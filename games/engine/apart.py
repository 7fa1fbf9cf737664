"""From when on a game is told apart from all others: measured, each game keeps its own in `apart.toml`.

Early on, too little has been dealt openly or decided for that: many games begin alike. The numbers are values of the
game's `told`; `manage.py tell_apart` writes the file.
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
"""Two games are told apart once they agree by chance more rarely than this."""


@dataclass(frozen=True, slots=True)
class Sight:
    """From when on someone tells games apart who sees as much."""

    named: int
    """When names are compared too."""
    unnamed: int
    """By the facts alone."""

    def tells(self, told: int) -> bool:
        """Whether hardly any other game looks like one that has got so far."""
        return told >= self.named

    def look(self, essence: Essence, told: int) -> str:
        """What is compared of a game that has got so far: without names, as soon as the facts tell enough."""
        return repr(essence.facts if told >= self.unnamed else (essence.facts, essence.names))


@dataclass(frozen=True, slots=True)
class Apart:
    """The same for a table with a number of seats."""

    everybody: Sight
    """For who sees no more than a spectator."""
    own: Sight
    """For who sits there."""

    def sight(self, *, is_own: bool) -> Sight:
        """That of someone who sits there, or of everyone else."""
        return self.own if is_own else self.everybody


def read(package: str) -> Mapping[int, Apart]:
    """Read the numbers of a game, by seat count. Raises TypeError for a table without all of them."""
    tables: dict[str, Any] = tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {int(seats): Apart(Sight(*table["everybody"]), Sight(*table["own"])) for seats, table in tables.items()}

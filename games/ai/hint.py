"""Advice for a player in the middle of a game: what everybody may read of it, and what the player alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.ai.levels import LEVELS
from games.ai.player import choose
from games.engine.contract import AnyGame

SECONDS = 1.0
"""How long each of the two searches thinks."""
WORLDS = 24
"""So many positions are imagined to see whether what is legal hangs on something hidden."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat is advised to do: `own` by what it knows itself, `common` by what everybody sees.

    `common` is empty where everybody cannot even know what is legal: the seat chooses among hidden things.
    """

    common: str
    own: str


def advise(game: AnyGame, common: Any, own: Any, seat: int, rng: Random, *, iterations: int | None = None) -> Hint:
    """Advice for `seat`, which is to move: `own` is what it recalls, `common` the view of somebody who sits nowhere.

    What is found for everybody is a function of `common`, so no hidden thing can be read from it. `iterations` replace
    the clock.
    """
    level = list(LEVELS)[-1]
    budget: dict[str, Any] = {"seconds": SECONDS} if iterations is None else {"iterations": iterations}
    found = choose(game, own, seat, level, Random(rng.random()), **budget).action
    if not _is_known(game, common):
        return Hint("", found)
    return Hint(choose(game, common, seat, level, Random(rng.random()), **budget).action, found)


def _is_known(game: AnyGame, common: Any) -> bool:
    """Whether everybody knows what is legal: it is the same in all positions that they can imagine."""
    rng = Random(0)
    first, *others = [game.legal_actions(game.determinize(common, rng)) for _ in range(WORLDS)]
    return all(other == first for other in others)

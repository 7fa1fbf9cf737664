"""Advice for a player in the middle of a game: what everybody may read of it, and what the player alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.ai.analysis import best_of
from games.engine.contract import AnyGame

WORLDS = 24
"""So many positions are imagined to see whether a seat knows more than everybody."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat is advised to do: `own` by what it knows itself, `common` by what everybody sees.

    `common` is empty where not everybody can know what is legal: the seat chooses among hidden things.
    """

    common: str
    own: str


def advise(
    game: AnyGame, common: Any, own: Any, seat: int, progress: int, seed: str, *, iterations: int | None = None
) -> Hint:
    """Advice for `seat`, which is to move: `own` is what it recalls, `common` the view of somebody who sits nowhere.

    It is searched for as the analysis of the game will judge this decision by the same `seed`: whoever follows it is
    rarely told later that another action was better, and then only a little. `progress` is that of the match, see
    `progress_at`. What is found for everybody is a
    function of `common`, so no hidden thing can be read from it. `iterations` replace those of the analysis.
    """

    def found(view: Any) -> str:
        return best_of(game, view, seat, progress=progress, rng=Random(seed), iterations=iterations)

    for_everybody = "" if game.hides_choice(common) else found(common)
    rng = Random(0)
    worlds = (game.determinize(common, rng) for _ in range(WORLDS))
    if for_everybody and all(game.recall(world, seat) == own for world in worlds):  # the seat knows no more
        return Hint(for_everybody, for_everybody)
    return Hint(for_everybody, found(own))

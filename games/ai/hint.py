"""Advice for a player in the middle of a game: one version for everyone, and one for the player alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.ai.analysis import Judged, best_few
from games.engine.contract import AnyGame

WORLDS = 24
"""How many positions are imagined to see whether a seat knows more than everyone."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice for a seat: the first of `best`, based on what it knows itself, and `common`, on what everyone sees.

    `common` is empty where not everyone can know what is legal: the seat chooses among things that are hidden.
    """

    common: str
    best: tuple[Judged, ...]

    @property
    def own(self) -> str:
        """The advice for the seat alone."""
        return self.best[0].action


def advise(
    game: AnyGame, common: Any, own: Any, seat: int, progress: int, seed: str, *, iterations: int | None = None
) -> Hint:
    """Advise `seat`, which is to move: `own` is what it recalls, `common` the view of a spectator.

    The search is the same as in the game's later analysis with the same `seed`. So the analysis will rarely tell a
    player who follows the advice that another action was better, and then only by a little. `progress` is that of the
    match, see `progress_at`. The advice for everyone is a function of `common`, so nothing hidden can be read from it.
    `iterations` replaces that of the analysis.
    """

    def found(view: Any) -> tuple[Judged, ...]:
        return best_few(game, view, seat, progress=progress, rng=Random(seed), iterations=iterations)

    for_everybody = () if game.hides_choice(common) else found(common)
    advice = for_everybody[0].action if for_everybody else ""
    rng = Random(0)
    worlds = (game.determinize(common, rng) for _ in range(WORLDS))
    if for_everybody and all(game.recall(world, seat) == own for world in worlds):  # the seat knows no more
        return Hint(advice, for_everybody)
    return Hint(advice, found(own))

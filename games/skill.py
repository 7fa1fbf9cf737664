"""Rating arithmetic: the skills of players after a result. It uses no database.

The model is Plackett-Luce for free-for-all and teams (Weng and Lin, JMLR 12, 2011), from the library
openskill with its default constants. Floating-point numbers are added in the order of the seats: the same
results in the same order give the same numbers to the last bit on the same machine and library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

START, POINTS = 1500, 30
"""The rating of a newcomer, and the points for one unit of the model: 100 points more win about 63 in 100 duels."""

FEWEST_GAMES, WIDEST_MARGIN = 10, 200
"""A rating is provisional before this many games, and while its margin is wider than this many points."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimate of someone's strength: `mu` is the most likely value, `sigma` its uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def rating(self) -> int:
        """The rating that is shown."""
        return round(START + POINTS * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """In two of three cases the true strength is at most this many points above or below the rating."""
        return round(POINTS * self.sigma)

    def is_provisional(self, games: int) -> bool:
        """Whether too little is known after this many games."""
        return games < FEWEST_GAMES or self.margin > WIDEST_MARGIN


def mu_from(rating: int) -> float:
    """The least `mu` that is shown as this rating or a higher one, except for a tie between two."""
    return _MODEL.mu + (rating - 0.5 - START) / POINTS


def rated(teams: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills of all players after a game in which the teams ended at `ranks`, from 1; equal ranks are ties."""
    before = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    after = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [[Skill(player.mu, player.sigma) for player in team] for team in after]

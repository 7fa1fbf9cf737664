"""The levels a computer player can be asked to play at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.ai import alpha_beta
from games.titles import TITLES
from games.titles.manifest import Noise

THOUGHTS = 100
"""Searches per decision of a level without a number of its own."""

TEN_TIMES = 10
"""How much longer a level without a number of its own thinks than the level below."""

PATIENCE = 4.0
"""About the maximum seconds of a decision with a fixed number of thoughts; a second of walks is about `Bot.walks`."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a computer player plays; `seconds` is its time limit for one decision."""

    key: str
    seconds: float
    noise: Noise | None = None
    """For a level that does not search in most games."""

    def noise_in(self, game: str) -> Noise | None:
        """The noise of the level in the game with this key; None: it searches."""
        return self.noise if game not in TITLES else TITLES[game].bot.noises.get(self.key, self.noise)

    def iterations_in(self, game: str) -> int | None:
        """The maximum iterations of the level in the game with this key; None: as many as it has time for.

        With a number it plays alike on all machines, and mostly without delay.
        """
        return None if game not in TITLES else TITLES[game].bot.iterations.get(self.key)

    def thoughts_in(self, game: str, seats: int) -> int:
        """How many iterations the level searches in a match in which it answers everyone alike, on any machine.

        About as many as its time allows, and not longer than some seconds.
        """
        if game not in TITLES:
            return THOUGHTS
        bot, own = TITLES[game].bot, self.iterations_in(game)
        if alpha_beta.can_search(TITLES[game].rules, seats):  # it counts positions, and searches many a second
            return own or max([THOUGHTS, *(TEN_TIMES * number for number in bot.iterations.values())])
        walks = round(bot.walks * min(self.seconds, PATIENCE))
        return min(own or walks, walks)


_LEVELS = (
    Level("beginner", 0.1, Noise(overlooks=0.2, misjudges=1.2, sees_others=False)),
    Level("casual", 0.1, Noise(overlooks=0.05, misjudges=0.75, sees_others=True)),
    Level("solid", 0.1),
    Level("strong", 1.0),
    Level("expert", 10.0),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _LEVELS})
"""Every level by key, the weakest first."""

FORMER: Mapping[str, str] = MappingProxyType({"easy": "beginner"})
"""The current key of each level that had another name when there were only two."""

"""The levels a computer player can be asked to play at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Sight:
    """How somebody sees who looks one action ahead."""

    overlooks: float
    """How often an action of one word escapes it; one that takes more to think of escapes it oftener."""
    misjudges: float
    """Its error about an action, as a share of how much the actions differ."""
    sees_others: bool
    """Whether it minds how the others stand, or its own lot only."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a computer player plays: `seconds` is the longest it thinks about one decision."""

    key: str
    seconds: float
    sight: Sight | None = None
    """Of a level that does not search."""
    sights: Mapping[str, Sight] = field(default_factory=dict, hash=False)
    """Of a level that sees otherwise in some games."""
    iterations: Mapping[str, int] = field(default_factory=dict, hash=False)
    """How often the level searches at most, by game: then it plays alike on all machines, and mostly at once. In Maya's
    duel it looks at so many positions; with task cards there is no time for so many walks."""

    def sight_in(self, game: str) -> Sight | None:
        """How the level sees in the game of this key; None: it searches."""
        return self.sights.get(game, self.sight)


# In Machu Picchu a search wins no more than two games of three against one good look ahead: whoever saw all cards would
# win only six of seven. So four levels look ahead there, each less well than the one above (docs/arena.md). In Rapa Nui
# and The Princes ten times the time is worth less and less: in few games one second won about as often as ten. So two
# levels search much less often there than they would have time for.
_LEVELS = (
    Level(
        "beginner",
        0.1,
        Sight(overlooks=0.2, misjudges=1.2, sees_others=False),
        {"machu_picchu": Sight(overlooks=0.45, misjudges=3.0, sees_others=False)},
    ),
    Level(
        "casual",
        0.1,
        Sight(overlooks=0.05, misjudges=0.75, sees_others=True),
        {"machu_picchu": Sight(overlooks=0.2, misjudges=1.3, sees_others=False)},
    ),
    Level(
        "solid",
        0.1,
        sights={"machu_picchu": Sight(overlooks=0.17, misjudges=1.05, sees_others=True)},
        iterations={"rapa_nui": 20, "maya": 1_700, "princes": 2},
    ),
    Level(
        "strong",
        1.0,
        sights={"machu_picchu": Sight(overlooks=0.05, misjudges=0.6, sees_others=True)},
        iterations={"rapa_nui": 100, "maya": 17_000, "princes": 60},
    ),
    Level("expert", 10.0),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _LEVELS})
"""Every level by key, the weakest first."""

FORMER: Mapping[str, str] = MappingProxyType({"easy": "beginner"})
"""What a level is called now that had another key when there were only two."""

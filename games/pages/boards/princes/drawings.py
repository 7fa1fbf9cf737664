"""What the drawings on the board and on the rules page are filled with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.princes.goods import GOODS

from .sites import SITES
from .words import DISTRICT, GOOD, District

WIDTH_OF_A_LETTER = 8.8
WIDTH_OF_THE_REST = 50


@dataclass(frozen=True, slots=True)
class Plate:
    """The name plate of a district; measured from its middle, so that it can stand anywhere."""

    district: District

    @property
    def at(self) -> str:
        """Where it lies in the city, as a transformation."""
        x, y = SITES[self.district.code].plate
        return f"translate({x} {y})"

    @property
    def width(self) -> float:
        """How wide it is with its sign and its name."""
        return round(len(str(self.district.name)) * WIDTH_OF_A_LETTER + WIDTH_OF_THE_REST, 1)

    @property
    def left(self) -> float:
        """Where it begins."""
        return round(-self.width / 2, 1)

    @property
    def sign_at(self) -> float:
        """Where the picture on its sign begins."""
        return round(self.left + 3, 1)

    @property
    def name_at(self) -> float:
        """Where its name begins."""
        return round(self.left + 38, 1)

    @property
    def badge_at(self) -> float:
        """Where the badge of a ride hangs."""
        return round(self.width / 2 - 14, 1)


PLATES = {code: Plate(district) for code, district in DISTRICT.items()}
"""The fifteen name plates by code."""


def drawings() -> dict[str, Any]:
    """What KIT and the map on the rules page need under the name `board`: goods and name plates."""
    return {"goods": [GOOD[word] for word in GOODS], "plates": list(PLATES.values())}

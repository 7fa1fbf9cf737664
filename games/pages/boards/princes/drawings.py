"""What the drawings on the board and on the rules page are filled with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import east_asian_width

from games.engine.princes.goods import GOODS

from .sites import SITES
from .words import DISTRICT, GOOD, District

WIDTH_OF_A_LETTER = 8.8
WIDTHS = {"m": 13.0, "w": 12.0, "M": 13.0, "W": 13.0}
WIDTH_OF_A_CHARACTER = 16.5
"""Chinese ones are as wide as they are high."""

WIDTH_OF_THE_REST = 50


@cache
def width_of(name: str) -> float:
    """How wide a name is on the map, in its units."""
    return sum(
        WIDTH_OF_A_CHARACTER if east_asian_width(letter) == "W" else WIDTHS.get(letter, WIDTH_OF_A_LETTER)
        for letter in name
    )


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
        return round(width_of(str(self.district.name)) + WIDTH_OF_THE_REST, 1)

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

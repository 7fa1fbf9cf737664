"""The data that fills the drawings on the board and on the rules page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import east_asian_width

from games.titles.princes.rules.goods import GOODS

from .sites import SITES
from .words import DISTRICT, GOOD, PRIEST, District

WIDTH_OF_A_LETTER = 9.1
WIDTHS = {"m": 13.0, "w": 12.0, "M": 13.0, "W": 13.0}
"""The width of most letters of a name on the map, and that of the wide ones, in the map's units."""

WIDTH_OF_A_CHARACTER = 16.5
"""The width of a Chinese character, which is as wide as it is high."""

WIDTH_OF_THE_REST = 50
"""The width of a name plate without the name: the sign, and the space around both."""


@cache
def width_of(name: str) -> float:
    """The width of a name on the map, in its units."""
    return sum(
        WIDTH_OF_A_CHARACTER if east_asian_width(letter) == "W" else WIDTHS.get(letter, WIDTH_OF_A_LETTER)
        for letter in name
    )


@dataclass(frozen=True, slots=True)
class Plate:
    """The name plate of a district, measured from its middle so that it can be placed anywhere.

    `at` is its position in the city, as an SVG transform. The other fields are its left edge and its width with sign
    and name, the left edges of the picture on the sign and of the name, and the position of the badge of a ride.
    """

    district: District
    at: str
    left: float
    width: float
    sign_at: float
    name_at: float
    badge_at: float


def plate(code: str) -> Plate:
    """The name plate of a district, in the reader's language."""
    return _plate(code, str(DISTRICT[code].name))


@cache
def _plate(code: str, name: str) -> Plate:
    """The plate, as wide as the name needs. Cached: every board shows the same fifteen."""
    x, y = SITES[code].plate
    width = round(width_of(name) + WIDTH_OF_THE_REST, 1)
    left = round(-width / 2, 1)
    return Plate(
        district=DISTRICT[code],
        at=f"translate({x} {y})",
        left=left,
        width=width,
        sign_at=round(left + 3, 1),
        name_at=round(left + 38, 1),
        badge_at=round(width / 2 - 14, 1),
    )


def drawings() -> dict[str, Any]:
    """The context that KIT and the map on the rules page need as `board`: goods, priests and name plates."""
    return {
        "goods": [GOOD[word] for word in GOODS],
        "priests": list(PRIEST.values()),
        "plates": [plate(code) for code in DISTRICT],
    }

"""The data that fills the drawings on the board and on the rules page."""

from typing import Any

from games.titles.machu_picchu.rules.data import LARGEST
from games.titles.machu_picchu.rules.precinct import CENTRE, FIELDS, STARTS, SUN_FIELDS

from . import geometry

DRAWINGS = "img/machu_picchu/drawings.svg"
"""The static file with the ground, the sun/moon cards and the small signs."""

_COLUMNS = sorted({field[0] for field in FIELDS})
_ROWS = sorted({field[1] for field in FIELDS})


def drawings() -> dict[str, Any]:
    """The context that KIT and the precinct need as `board`: the priests and the fields."""
    return {
        "sizes": list(range(LARGEST, 0, -1)),
        "fields": [(field, geometry.centre(field)) for field in FIELDS],
        "starts": [(number, geometry.centre(field)) for number, field in enumerate(STARTS, 1)],
        "sun_fields": [geometry.centre(field) for field in SUN_FIELDS],
        "centre": geometry.centre(CENTRE),
        "coordinates": [
            *((letter, geometry.column_mark(letter)) for letter in _COLUMNS),
            *((number, geometry.row_mark(number)) for number in _ROWS),
        ],
    }

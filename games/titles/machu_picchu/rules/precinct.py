"""The temple precinct: its fields, and where a card on a stair moves a priest (MAC 3)."""

from __future__ import annotations

from .data import LARGEST, MOON_PRIZES, PRECINCT, SUN_PRIZES

STAIRS = "NESW"
"""The four stairs, in the order used everywhere."""

_COLUMNS = "abcde"
_SUN_FIELD, _CENTRE = "S", "C"
# MAC 3.1: a card points from its stair to the centre, so its priest moves away from that stair.
_AWAY = {"N": (0, +1), "E": (-1, 0), "S": (0, -1), "W": (+1, 0)}

_SYMBOLS = {
    f"{column}{row}": PRECINCT[row - 1][index]
    for index, column in enumerate(_COLUMNS)
    for row in range(1, len(PRECINCT) + 1)
}

FIELDS = tuple(_SYMBOLS)
"""All fields by column, then row: `a1` is in the north-west."""
CENTRE = next(field for field, symbol in _SYMBOLS.items() if symbol == _CENTRE)
SUN_FIELDS = tuple(field for field, symbol in _SYMBOLS.items() if symbol == _SUN_FIELD)
STARTS = tuple(
    next(field for field, symbol in _SYMBOLS.items() if symbol == str(number)) for number in range(1, LARGEST + 1)
)
"""The start fields of the priests 1 to 4."""


def _moved(field: str, stair: str) -> str | None:
    east, south = _AWAY[stair]
    index, row = _COLUMNS.index(field[0]) + east, int(field[1]) + south
    target = f"{_COLUMNS[index]}{row}" if 0 <= index < len(_COLUMNS) else None
    return target if target in _SYMBOLS else None


STEPS = {stair: {field: _moved(field, stair) for field in FIELDS} for stair in STAIRS}
"""The field a priest steps onto, by the card's stair and the priest's field; None over the wall."""

NEIGHBOURS = {field: tuple(sorted(filter(None, (STEPS[stair][field] for stair in STAIRS)))) for field in FIELDS}
"""The orthogonal neighbours of each field, sorted by column, then row."""


def _prizes(sun_field: int, centre: int) -> dict[str, int]:
    return {field: centre if field == CENTRE else sun_field * (field in SUN_FIELDS) for field in FIELDS}


PRIZES = {True: _prizes(*SUN_PRIZES), False: _prizes(*MOON_PRIZES)}
"""The sun stones won by stepping on a field, by whether the sun shines and by field."""

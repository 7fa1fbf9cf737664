"""The encoding of a view of Machu Picchu as a row of numbers, for fields whose types alone do not determine it."""

from __future__ import annotations

from games.engine.rows import Exactly, TensorSpec, UpTo, number, one_of, some_of
from games.titles.machu_picchu.rules.data import HAND_SIZE, LARGEST, NUMBERS, PAIRS, SEATS
from games.titles.machu_picchu.rules.precinct import FIELDS, STAIRS
from games.titles.machu_picchu.rules.sky import PRINTED, SKIES

_SEAT = one_of(range(SEATS[-1]))
_PRIEST = one_of(range(1, LARGEST + 1))
_FIELD = one_of(FIELDS)
_CARD = one_of(NUMBERS)
_STONE = number(10, 20, least=-10)
_ROUND = number(8, 15)

TENSOR: TensorSpec = {
    "seat": _SEAT,
    "start_player": _SEAT,
    "to_move": _SEAT,
    "seats": UpTo(SEATS[-1]),
    "seats[].pair": one_of(dict.fromkeys(pair for pairs in PAIRS.values() for pair in pairs)),
    "seats[].hand_size": number(HAND_SIZE, 15),
    "seats[].hand": some_of(NUMBERS),
    "priests": Exactly(LARGEST),
    "priests[].field": _FIELD,
    "priests[].depot": UpTo(8),
    "priests[].depot[]": _STONE,
    "stairs": Exactly(len(STAIRS)),
    "stairs[].number": _CARD,
    "stairs[].seat": _SEAT,
    "stairs[].priest": _PRIEST,
    "suns": UpTo(12),
    "suns[]": _STONE,
    "fires": UpTo(8),
    "fires[]": _STONE,
    "stock_size": number(50, 50),
    "discards": some_of(NUMBERS),
    "round": _ROUND,
    "rounds": _ROUND,
    "sky.name": one_of((PRINTED.name, *SKIES)),
    "sky_used": UpTo(len(SKIES)),
    "sky_used[]": one_of(SKIES),
    "placing": _PRIEST,
    "last.number": _ROUND,
    "last.stairs": Exactly(len(STAIRS)),
    "last.stairs[].number": _CARD,
    "last.stairs[].seat": _SEAT,
    "last.steps": Exactly(LARGEST),
    "last.steps[].priest": _PRIEST,
    "last.steps[].start": _FIELD,
    "last.steps[].end": _FIELD,
    "last.steps[].stones": UpTo(4),
    "last.steps[].stones[]": _STONE,
}
"""The encoding of each field of the view, by its path; lists have room for the largest number of seats."""

"""The worked examples of the rules page of Rapa Nui."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.titles.rapa_nui.board.words import BY_WORD, KINDS, TYPES, Kind
from games.titles.rapa_nui.rules.buying import PRICES
from games.titles.rapa_nui.rules.data import FACTS, START_HUNTERS
from games.titles.rapa_nui.rules.ending import values

HUNTERS_ON_THE_TABLE = (0, 1, 0, 2)
"""RAP 3.1: hunters on the table: fish, mulberry, sweet potato, grain."""

ON_THE_STONE = (2, 4, 1, 4)
"""RAP 6.2: counts on the stone: fish, mulberry, sweet potato, grain."""

LEFT_AT_THE_END = ((3, 1, 1, 2), (5, 1, 2, 0))
"""RAP 6.2: the sacrifice cards that two seats have at the end, by type in the same order."""

STONES = (
    (5, 3, 2, 1),
    (4, 4, 2, 1),
    (4, 2, 2, 1),
    (4, 3, 1, 1),
    (3, 3, 3, 1),
    (4, 2, 2, 2),
    (4, 4, 2, 2),
    (3, 3, 3, 3),
    (4, 2, 0, 0),
    (0, 0, 0, 0),
)
"""RAP 6.2: one stone for every pattern of equal counts, and two that lack some type."""


@dataclass(frozen=True, slots=True)
class TypeRow:
    """A type of sacrifice card in an example: the number of cards, and the resulting price or value."""

    kind: Kind
    count: int
    result: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The points that a seat's sacrifice cards bring at the end."""

    seat: int
    rows: list[TypeRow]
    total: int


@dataclass(frozen=True, slots=True)
class StartSet:
    """The three hunters of a colour."""

    color: str
    hunters: list[Kind]


def examples() -> dict[str, Any]:
    """All tables and examples of the rules page, computed from the rules."""
    worth = values(ON_THE_STONE)
    return {
        "start_sets": [StartSet(color, [KINDS[letter] for letter in START_HUNTERS[color]]) for color in START_HUNTERS],
        "prices": _rows(HUNTERS_ON_THE_TABLE, tuple(PRICES[hunters] for hunters in HUNTERS_ON_THE_TABLE)),
        "stone": _rows(ON_THE_STONE, worth),
        "tallies": [_tally(seat, held, worth) for seat, held in enumerate(LEFT_AT_THE_END)],
        "stones": [(stone, values(stone)) for stone in STONES],
        "lacking": [BY_WORD[str(word)] for name, word in FACTS.section("start_set").items() if name.endswith("_lacks")],
    }


def _rows(counts: tuple[int, ...], results: tuple[int, ...]) -> list[TypeRow]:
    return [TypeRow(kind, count, result) for kind, count, result in zip(TYPES, counts, results, strict=True)]


def _tally(seat: int, held: tuple[int, ...], worth: tuple[int, ...]) -> Tally:
    return Tally(seat, _rows(held, worth), sum(count * value for count, value in zip(held, worth, strict=True)))

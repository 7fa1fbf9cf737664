"""The tables and worked examples of the rules page of the Princes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.titles.princes.board.amounts import goods_text, walk_text
from games.titles.princes.board.words import DISTRICT, PEOPLE, PRIEST, Card, District, Priest, card
from games.titles.princes.rules.cards import CARDS, GOLD, PRIEST_INDEX, PRIESTS
from games.titles.princes.rules.data import (
    BANK_PAYS,
    BANK_PRICE,
    FIRST_DAY,
    INCA_COSTS,
    INCAS,
    LAST_DAY,
    OFFER_STEPS,
    PRIEST_COSTS,
    PRIEST_COUNTS,
    PRIEST_STEPS,
    STONE_STEPS,
    SUMMIT,
)
from games.titles.princes.rules.districts import DISTRICTS, NEAR, PRODUCTION_INDEX
from games.titles.princes.rules.goods import NOTHING
from games.titles.princes.rules.hire import PLACES
from games.titles.princes.rules.market import BUY_PRICES, SELL_PRICES
from games.titles.princes.rules.scoring import breakdown, gold, multipliers
from games.titles.princes.rules.state import Seat

WALKS = ((12, 15), (18, 5))
"""PRI 9.1: the field and the steps of each walk."""
SCORED = Seat(
    goods=NOTHING,
    incas=(2, 1, 1, 0, 3),
    supply=0,
    sundial=0,
    priests=(1, 2, 0),
    cards=("cu", "ou", "ot", "tu"),
    missing=0,
    scout=11,
    prince=None,
    tiles=(),
    turns=0,
)
"""PRI 9.4: two farmers, a shepherd, a planter, three weavers, two Puma priests and a virgin."""

CONQUERED = ((17, 18), (34, 12), (18, 17), (27, 17))
"""PRI 9.4: points and gold of four seats when the Spaniards come."""


@dataclass(frozen=True, slots=True)
class Table:
    """The setup for a number of players: the first day, the number of days, and the Incas of each."""

    seats: int
    day: int
    days: int
    incas: int


@dataclass(frozen=True, slots=True)
class Way:
    """A district and its neighbours."""

    district: District
    neighbours: list[District]


@dataclass(frozen=True, slots=True)
class Work:
    """An Inca that can be set up: by which district, where, its name and its cost."""

    by: District
    where: District
    who: str | Promise
    cost: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of priest tiles: their number, their cost and their steps."""

    priest: Priest
    count: int
    cost: str
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """The selling and buying price of a good with `lying` goods in its column; the bank's if it is full or empty."""

    lying: int
    sells: int
    costs: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A sacrifice card in the example of the final score."""

    card: Card
    points: int


@dataclass(frozen=True, slots=True)
class Conquest:
    """A seat in the example of a conquest."""

    seat: int
    points: int
    gold: int
    factor: int
    total: int


def examples() -> dict[str, Any]:
    """All tables and examples of the rules page, computed from the rules."""
    parts = breakdown(SCORED)
    return {
        "tables": [Table(seats, day, LAST_DAY - day + 1, INCAS[seats]) for seats, day in FIRST_DAY.items()],
        "ways": [Way(DISTRICT[code], [DISTRICT[other] for other in NEAR[code]]) for code in DISTRICTS],
        "works": [
            Work(DISTRICT[hut], DISTRICT[code], PEOPLE[PRODUCTION_INDEX[code]].one, goods_text(INCA_COSTS[code]))
            for hut, places in PLACES.items()
            for code in places
        ],
        "rows": [_row(word) for word in PRIESTS],
        "prices": [
            Price(lying, sells, costs) for lying, (sells, costs) in enumerate(zip(SELL_PRICES, BUY_PRICES, strict=True))
        ],
        "bank": {"sells": BANK_PAYS, "costs": BANK_PRICE},
        "walks": [(field, steps, walk_text(field, steps, len(CARDS))) for field, steps in WALKS],
        "stones": [(number, STONE_STEPS * number) for number in (1, 2)],
        "offer": walk_text(SUMMIT - 4, OFFER_STEPS * 3, len(CARDS)),
        "golds": [(amount, [card(letters) for letters in CARDS if GOLD[letters] == amount]) for amount in _amounts()],
        "scored": [Scored(card(letters), part.points) for letters, part in zip(SCORED.cards, parts, strict=False)],
        "scored_icons": sum(part.points for part in parts[: len(SCORED.cards)]),
        "scored_points": sum(part.points for part in parts),
        "scored_gold": gold(SCORED),
        "scored_scout": SCORED.scout,
        "conquest": _conquest(),
    }


def _amounts() -> list[int]:
    """The amounts of gold on cards, the smallest first."""
    return sorted(set(GOLD.values()))


def _row(word: str) -> Row:
    kind = PRIEST_INDEX[word]
    return Row(PRIEST[word], PRIEST_COUNTS[kind], goods_text(PRIEST_COSTS[kind]), PRIEST_STEPS[kind])


def _conquest() -> list[Conquest]:
    factors = multipliers([amount for _points, amount in CONQUERED])
    return [
        Conquest(seat, points, amount, factor, points * factor)
        for seat, ((points, amount), factor) in enumerate(zip(CONQUERED, factors, strict=True))
    ]

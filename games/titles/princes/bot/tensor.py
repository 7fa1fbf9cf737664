"""The encoding of a view of The Princes as a row of numbers, for fields whose types alone do not determine it."""

from __future__ import annotations

from games.engine.rows import Exactly, TensorSpec, UpTo, number, one_of, some_of
from games.titles.princes.rules.cards import CARDS, PRIESTS
from games.titles.princes.rules.data import LAST_DAY, MOST_BONUS, PRICES, SEATS, SUMMIT, WAYS
from games.titles.princes.rules.goods import GOODS, WARES
from games.titles.princes.rules.moon import TILES

_SEAT = one_of(range(SEATS[-1]))

TENSOR: TensorSpec = {
    "seat": _SEAT,
    "active": _SEAT,
    "to_move": _SEAT,
    "sun": _SEAT,
    "seats": UpTo(SEATS[-1]),
    "seats[].goods": Exactly(len(GOODS)),
    "seats[].goods[]": number(8, 4095),
    "seats[].incas": Exactly(len(GOODS)),
    "seats[].incas[]": number(4, 31),
    "seats[].supply": number(12, 31),
    "seats[].sundial": number(4, 31),
    "seats[].priests": Exactly(len(PRIESTS)),
    "seats[].priests[]": number(2, 15),
    "seats[].hand_size": number(4, len(CARDS)),
    "seats[].cards": some_of(CARDS),
    "seats[].missing": number(4, 4095),
    "seats[].scout": one_of(range(SUMMIT)),
    "seats[].prince": one_of(WAYS),
    "seats[].tiles": UpTo(len(TILES)),
    "seats[].tiles[]": one_of(TILES),
    "seats[].turns": number(4, 63),
    "seats[].due": Exactly(len(GOODS)),
    "seats[].due[]": number(4, 1023),
    "day": one_of(range(1, LAST_DAY + 1)),
    "bonuses": Exactly(len(GOODS)),
    "bonuses[]": number(MOST_BONUS, MOST_BONUS),
    "stones": Exactly(4),
    "stones[]": number(2, 15),
    "market": Exactly(len(WARES)),
    "market[]": number(len(PRICES), len(PRICES)),
    "rows": Exactly(len(PRIESTS)),
    "rows[]": number(4, 15),
    "tiles": UpTo(len(TILES)),
    "tiles[]": one_of(TILES),
    "deck": UpTo(len(CARDS)),
    "deck[]": one_of(CARDS),
    "returned": UpTo(len(CARDS)),
    "returned[]": _SEAT,
    "summit.returns": number(2, 63),
    "summit.steps": number(8, 1023),
    "trade.sold": Exactly(len(WARES)),
    "trade.bought": Exactly(len(WARES)),
}
"""The encoding of each field of the view, by its path; lists have room for the largest number of seats."""

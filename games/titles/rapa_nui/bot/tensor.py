"""The encoding of a view of Rapa Nui as a row of numbers, for fields whose types alone do not determine it."""

from __future__ import annotations

from games.engine.rows import Exactly, TensorSpec, UpTo, bag, letters, number, one_of
from games.titles.rapa_nui.rules.cards import CARDS, HUNTERS
from games.titles.rapa_nui.rules.data import HAND_SIZE, SEATS

_SEAT = one_of(range(SEATS[-1]))

TENSOR: TensorSpec = {
    "seat": _SEAT,
    "active": _SEAT,
    "to_move": _SEAT,
    "seats": UpTo(SEATS[-1]),
    "seats[].color": one_of("ybvr"),
    "seats[].wood": number(16, 4095),
    "seats[].glory": number(32, 4095),
    "seats[].table": Exactly(len(CARDS)),
    "seats[].table[]": number(4, 31),
    "seats[].hand_size": number(HAND_SIZE, 15),
    "seats[].hand": bag(CARDS, HAND_SIZE, 15),
    "seats[].sacrifice_count": number(32, 127),
    "seats[].sacrifices": Exactly(len(HUNTERS)),
    "seats[].sacrifices[]": number(8, 31),
    "seats[].face_down_count": number(4, 31),
    "seats[].face_down": Exactly(len(HUNTERS)),
    "seats[].face_down[]": number(4, 31),
    "columns": Exactly(4),
    # The card that may be taken comes first.
    "columns[]": letters(CARDS, 4, from_behind=True),
    "deck_size": number(64, 127),
    "supply": Exactly(len(HUNTERS)),
    "supply[]": number(32, 31),
    "stone_open": Exactly(len(HUNTERS)),
    "stone_open[]": number(8, 31),
    "stone_hidden": number(8, 127),
    "draws_left": number(HAND_SIZE, 15),
    "bought": one_of(HUNTERS),
    "last_column": one_of(range(1, 5)),
    "scored": one_of(CARDS),
    "due": number(4, 63),
    "discarded": number(8, 15),
}
"""The encoding of each field of the view, by its path; lists have room for the largest number of seats."""

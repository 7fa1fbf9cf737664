"""The encoding of a view of Maya as a row of numbers, for fields whose types alone do not determine it."""

from __future__ import annotations

from games.engine.rows import Exactly, TensorSpec, UpTo, letters, number, one_of, packed
from games.titles.maya.rules.board import CUTS, TOWERS
from games.titles.maya.rules.data import LADDERS, LEVELS, MOST_QUIET_SWAPS, MOST_SWAPS, PRIESTS, REASONS, SEATS, TASKS
from games.titles.maya.rules.pieces import COLORS

_SEAT = one_of(range(SEATS[-1]))

TENSOR: TensorSpec = {
    "seat": _SEAT,
    "announced": _SEAT,
    "to_move": _SEAT,
    "seats": one_of(SEATS),
    "towers": Exactly(len(TOWERS)),
    "towers[]": letters(COLORS, LEVELS),
    "monolith[]": one_of(TOWERS),
    "raven": one_of(CUTS),
    "ladders": Exactly(len(TOWERS)),
    "ladders[][]": number(4, 15),
    "priests": Exactly(len(TOWERS)),
    "priests[]": _SEAT,
    "ladders_left": UpTo(2),
    "ladders_left[]": number(LADDERS, LADDERS),
    "priests_left": UpTo(2),
    "priests_left[]": number(PRIESTS, PRIESTS),
    "centre_card": one_of(COLORS),
    "tasks": UpTo(SEATS[-1]),
    "tasks[]": letters(COLORS, TASKS),
    "swaps": number(64, MOST_SWAPS),
    # One number for each letter: one-hot letters would outweigh everything else many times. A learner may leave this
    # part out.
    "seen": UpTo(MOST_QUIET_SWAPS + 1),
    "seen[]": packed(f"{COLORS}/ -@0123456789", 62),
    "quiet_swaps": number(16, MOST_QUIET_SWAPS),
    "repeats": number(4, 15),
    "reason": one_of(REASONS),
}
"""The encoding of each field of the view, by its path; lists have room for the largest number of seats."""

"""The sun/moon cards: the sun stones to win in a round, and whose cards lie face up (MAC 4)."""

from __future__ import annotations

from dataclasses import dataclass

from .data import MOONS_REMOVED, SKY_TEXTS

_SUN, _OPEN = "sun", "open"


@dataclass(frozen=True, slots=True)
class Sky:
    """A sun/moon card."""

    name: str
    is_sun: bool
    start_open: bool
    """Whether the start player's cards lie face up until the reveal."""
    others_open: bool
    """The same for the others' cards, including the card from the stock."""


def _sky(name: str, text: str) -> Sky:
    sky, start, others = text.split()
    return Sky(name, sky == _SUN, start == _OPEN, others == _OPEN)


PRINTED = _sky("printed", SKY_TEXTS["printed"])
"""The moon printed on the board, for the first round."""
SKIES = {name: _sky(name, text) for name, text in SKY_TEXTS.items() if name != PRINTED.name}
"""The sun/moon cards by name, suns first."""
SUNS = tuple(name for name, sky in SKIES.items() if sky.is_sun)
MOONS = tuple(name for name, sky in SKIES.items() if not sky.is_sun)


def cards_dealt(seats: int) -> int:
    """The number of sun/moon cards turned up in a game of full length."""
    return len(SKIES) - MOONS_REMOVED[seats]

"""The 28 sacrifice cards: every pair of the eight icons once (PRI 8)."""

from __future__ import annotations

from itertools import combinations

from .data import GOLD_BY_PRIESTS
from .goods import GOODS

PRIESTS = ("virgin", "puma", "condor")
"""The kinds of priests, including Virgins of the Sun, in the order used in every list."""
PRIEST_INDEX = {priest: index for index, priest in enumerate(PRIESTS)}

ICONS = "cloptvud"
"""The icons: five professions in the order of the goods, then the kinds of priests."""
ICON_WORDS = dict(zip(ICONS, (*GOODS, *PRIESTS), strict=True))
CARDS = tuple(one + other for one, other in combinations(ICONS, 2))
"""All cards, in card order."""
CARD_INDEX = {card: index for index, card in enumerate(CARDS)}
CARD_ICONS = {card: (ICONS.index(card[0]), ICONS.index(card[1])) for card in CARDS}
"""The positions of the two icons of a card among the eight."""
GOLD = {card: GOLD_BY_PRIESTS[sum(ICON_WORDS[icon] in PRIESTS for icon in card)] for card in CARDS}
"""The gold on each card."""


def sorted_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards, sorted into card order."""
    return tuple(sorted(cards, key=CARD_INDEX.__getitem__))

"""Card names: letters in deals, hands and columns, words in actions, and their order in every list."""

from __future__ import annotations

from functools import cache

MOAI = "M"
PRIEST = "P"
LUMBERJACK = "L"
HUNTERS = "fbsg"
"""The letters of the four hunters, also used for the sacrifice cards of the same types."""
CARDS = MOAI + PRIEST + LUMBERJACK + HUNTERS
"""All cards of the deck, in the order used in every list."""

WORDS = {
    "M": "moai",
    "P": "priest",
    "L": "lumberjack",
    "f": "fish",
    "b": "mulberry",
    "s": "potato",
    "g": "grain",
}
"""What actions call the cards."""

CARD_INDEX = {letter: index for index, letter in enumerate(CARDS)}
"""The index of a card in the seven counts of a table."""
TYPE_INDEX = {letter: index for index, letter in enumerate(HUNTERS)}
"""The index of a type in the four counts by type."""
FIRST_HUNTER = CARD_INDEX[HUNTERS[0]]
"""The index of the first hunter in the seven counts of a table."""

Counts = tuple[int, ...]
"""Four numbers, one for each type of sacrifice card, or seven, one for each card on a table."""
NONE_OF_FOUR: Counts = (0, 0, 0, 0)


def sorted_hand(letters: str) -> str:
    """The same cards in the order of CARDS."""
    return "".join(sorted(letters, key=CARD_INDEX.__getitem__))


@cache
def with_card(hand: str, card: str) -> str:
    """A sorted hand with one more card."""
    return sorted_hand(hand + card)


def shifted(counts: Counts, index: int, by: int) -> Counts:
    """The counts with `by` added to the one at `index`."""
    now = list(counts)
    now[index] += by
    return tuple(now)


def added(*counts: Counts) -> Counts:
    """The sums of these counts, index by index."""
    return tuple(map(sum, zip(*counts, strict=True)))

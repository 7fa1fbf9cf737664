"""The words of Maya: colours, sides, teams, and sizes of groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from common.sentences import gettext_lazy
from games.titles.maya.rules.pieces import COLORS, WORDS

SIDES = ("white", "black")
"""The seats of a duel as CSS classes."""
TEAMS = "AB"
"""The teams of a game with four seats: that of seat 0 and its partner, then the other."""
DRAWINGS = "img/maya/drawings.svg"
"""The static file with the ground, the friezes, the stela and the small signs."""


@dataclass(frozen=True, slots=True)
class Color:
    """One of the nine colours: `letter` is on every piece and in its CSS class, `word` is that of the notation."""

    letter: str
    word: str
    name: str | Promise

    @property
    def mark(self) -> str:
        """The letter as carved: upper case."""
        return self.letter.upper()


_NAMES: dict[str, str | Promise] = {
    "r": gettext_lazy("red"),
    "o": gettext_lazy("orange"),
    "y": gettext_lazy("yellow"),
    "g": gettext_lazy("green"),
    "t": gettext_lazy("turquoise"),
    "b": gettext_lazy("blue"),
    "p": gettext_lazy("purple"),
    "k": gettext_lazy("pink"),
    "n": gettext_lazy("brown"),
}
BY_LETTER = {letter: Color(letter, WORDS[letter], _NAMES[letter]) for letter in COLORS}
"""The nine colours, in the order of the notation."""


def sizes_in_words(sizes: Sequence[int]) -> str:
    """The groups of a colour: "3 + 2"; a dash if nothing is connected."""
    return " + ".join(map(str, sizes)) or "–"

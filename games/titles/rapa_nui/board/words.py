"""The words and pictures of Rapa Nui's cards."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from common.sentences import gettext_lazy as _
from games.titles.rapa_nui.rules.cards import HUNTERS, WORDS


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the seven cards: `word` is that of the notation, and its CSS class; `icon` is in the site's sprite."""

    letter: str
    word: str
    name: str | Promise
    icon: str

    @property
    def is_hunter(self) -> bool:
        """Whether there are sacrifice cards of this type."""
        return self.letter in HUNTERS


_NAMES: dict[str, str | Promise] = {
    "M": _("Moai"),
    "P": _("Priest"),
    "L": _("Lumberjack"),
    "f": _("Fish"),
    "b": _("Mulberry"),
    "s": _("Sweet potato"),
    "g": _("Grain"),
}
_ICONS = {
    "M": "gi-moai",
    "P": "gi-prayer",
    "L": "gi-wood-axe",
    "f": "gi-flatfish",
    "b": "gi-raspberry",
    "s": "gi-potato",
    "g": "gi-wheat",
}

KINDS = {letter: Kind(letter, WORDS[letter], _NAMES[letter], _ICONS[letter]) for letter in WORDS}
"""The seven cards by letter."""
TYPES = tuple(KINDS[letter] for letter in HUNTERS)
"""The four types of hunters and sacrifice cards, in the order of all counts by type."""
BY_WORD = {kind.word: kind for kind in KINDS.values()}
"""The seven cards by their word in the notation."""
TABLE_ORDER = "LPMfbsg"
"""The display order of the cards on the tables, by what they bring: wood, glory, sacrifice cards."""

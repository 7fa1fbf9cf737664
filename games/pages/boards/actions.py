"""Actions in words, as a match's buttons name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.menu import in_words
from games.pages.titles import PRESENTERS

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def actions_in_words(position: Position) -> dict[str, str]:
    """The button texts of all legal actions at `position`, by their notation."""
    return in_words(PRESENTERS[position.match.game].menu(position))

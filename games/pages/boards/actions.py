"""Actions in words, as the buttons of a match name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.menu import in_words
from games.pages.boards.page import PRESENTERS

if TYPE_CHECKING:
    from games.selectors.positions import Position


def actions_in_words(position: Position) -> dict[str, str]:
    """What the buttons say of each action that is legal at `position`, by its notation."""
    return in_words(PRESENTERS[position.match.game].menu(position))

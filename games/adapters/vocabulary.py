"""Every action text of each game in a fixed order: the place of an action is its number.

So a number means the same action in every position of a game, with every seat count and every option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.titles import OfEachGame

VOCABULARY: Mapping[str, Sequence[str]] = OfEachGame(lambda title: title.vocabulary())
"""For each game its actions in the order of their numbers."""

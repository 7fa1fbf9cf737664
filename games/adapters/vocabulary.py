"""Every action text of each game in a fixed order: the index of an action is its number.

So a number means the same action in every position of a game, with any seat count and options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.titles import OfEachGame

VOCABULARY: Mapping[str, Sequence[str]] = OfEachGame(lambda title: title.vocabulary())
"""For each game its action texts in the order of their numbers."""

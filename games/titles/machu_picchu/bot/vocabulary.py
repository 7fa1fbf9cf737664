"""Every possible action text in Machu Picchu, in the order of the action numbers: new ones are appended."""

from __future__ import annotations

from games.engine.vocabulary import chained, count, texts


def vocabulary() -> tuple[str, ...]:
    """The texts, in the order of the notation."""
    return chained(
        texts("lay", count(1, 50), "N E S W"),
        texts("order", "4-1 1-4"),
        texts("place", "1", "a4 b3 b5 c4"),
        texts("place", "2", "c4 d3 d5 e4"),
        texts("place", "3", "c2 d1 d3 e2"),
        texts("place", "4", "a2 b1 b3 c2"),
    )

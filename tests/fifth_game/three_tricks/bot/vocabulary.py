"""Every possible action text in Three Tricks, in the order of their numbers: new ones go to the end."""

from __future__ import annotations

from games.engine.vocabulary import chained, count, texts


def vocabulary() -> tuple[str, ...]:
    """The texts, as the notation lists them."""
    return chained(texts("play", count(1, 9)))

"""Every possible action text in Rapa Nui, in the order of the action numbers: new ones are appended."""

from __future__ import annotations

from games.engine.vocabulary import chained, count, texts

TYPES = "fish mulberry potato grain"


def vocabulary() -> tuple[str, ...]:
    """The texts, in the order of the notation."""
    return chained(
        texts("buy offer add take", TYPES),
        texts("play", f"lumberjack priest moai {TYPES}"),
        texts("play", TYPES, "x2 x3"),
        texts("discard", "moai"),
        texts("draw", count(1, 4)),
        texts("glory wood"),
    )

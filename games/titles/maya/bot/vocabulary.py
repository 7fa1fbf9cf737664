"""Every possible action text in Maya, in the order of the action numbers: new ones are appended."""

from __future__ import annotations

from games.engine.vocabulary import chained, count, texts


def vocabulary() -> tuple[str, ...]:
    """The texts, in the order of the notation."""
    rows = [f"{tower}-{tower + 1}" for tower in (1, 2, 4, 5, 7, 8)]
    columns = [f"{tower}-{tower + 3}" for tower in range(1, 7)]
    cuts = " ".join(f"{towers}@{level}" for towers in sorted(rows + columns) for level in range(2, 6))
    return chained(
        texts("place", "r o y g t b p k n", count(1, 9)),
        texts("monolith", cuts),
        texts("swap", cuts),
        texts("swap", cuts, "end"),
        texts("end"),
    )

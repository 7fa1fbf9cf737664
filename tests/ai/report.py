"""What docs/arena.md tells."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.arena import NAMES

ARENA = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of every line under a heading that tells of a game."""
    for line in ARENA.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in NAMES.values():
            yield cells

"""The contents of docs/arena.md."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.arena import NAMES

ARENA = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of every line about a game under a heading."""
    for line in ARENA.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in NAMES.values():
            yield cells

"""Files of a game that commands write: some lines of explanation, then a row for each name."""

from __future__ import annotations

from pathlib import Path


def row_write(path: Path, head: str, name: str, row: str) -> None:
    """Add a row to the file, or replace the row with this name, and begin the file with `head`."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = {line.partition(" ")[0]: line for line in lines if line and not line.startswith("#")}
    rows[name] = row
    path.write_text(head + "\n" + "\n".join(rows.values()) + "\n", encoding="utf-8")

"""Many records in one packed file, and the list of such files: the open games of a site (notation.md, "Dumps").

    for record in read_dump(Path("games-2026-11.0123456789ab.txt.gz")):
        print(record.game, record.result)

The file is checked against `manifest.json`, which must be in the same folder, as on the site.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from games.engine.record import Record, read, write

FORMAT = 1
"""Increased when older readers would misread new files."""

MANIFEST = "manifest.json"
"""The name of the list of files."""

LICENCE = "CC0-1.0"
"""The licence of the records, as SPDX names it."""


class DumpError(ValueError):
    """A file that does not match its list, or a list that cannot be read."""


def write_dump(out: BinaryIO, records: Iterable[Record], note: str) -> int:
    """Write the records into `out`, packed, after a line of comment. Returns how many there were.

    Holds one record in memory at a time; the same records always make the same bytes.
    """
    count = 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed:
        packed.write(f"; {note}\n".encode())
        for record in records:
            packed.write(b"\n" + write(record).encode())
            count += 1
    return count


def read_dump(path: Path, sha256: str | None = None) -> Iterator[Record]:
    """Yield the records of a file, each replayed and verified.

    The file is first compared with `sha256`, or with the list beside it. Raises DumpError at once if they differ, and
    RecordError on the way for a record that does not replay, such as an older one made under other rules.
    """
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != (listed(path)["sha256"] if sha256 is None else sha256):
        raise DumpError(f"{path.name} is damaged, or not the file that was asked for: its SHA-256 is {found}")
    return map(read, _texts(path))


def listed(path: Path) -> dict[str, Any]:
    """The entry of a file in the list beside it. Raises DumpError if there is no list, or it does not name the file."""
    try:
        manifest = json.loads((path.parent / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise DumpError(f"format {manifest['format']} is not known here, only {FORMAT}")
        entry: dict[str, Any] = next(each for each in manifest["files"] if each["file"] == path.name)
    except DumpError:
        raise
    except (OSError, ValueError, LookupError, TypeError, StopIteration) as error:
        raise DumpError(f"no {MANIFEST} beside it names {path.name}") from error
    return entry


def _texts(path: Path) -> Iterator[str]:
    """The texts of the records in the file, which are separated by empty lines."""
    lines: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as unpacked:
        for line in unpacked:
            if line.strip():
                if not line.startswith(";"):
                    lines.append(line)
            elif lines:
                yield "".join(lines)
                lines = []
    if lines:
        yield "".join(lines)

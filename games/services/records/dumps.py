"""Dumps of finished games: a packed file of records for each month, and the list of these files.

Files are named after their content and never changed, and the list is replaced atomically. So readers of the list find
each file as described, even while this runs, and a run that dies or runs twice leaves nothing half done.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.utils import timezone

from games.engine.dump import FORMAT, LICENCE, MANIFEST, write_dump
from games.selectors.open_games import digests, manifest_read, records_of

log = logging.getLogger(__name__)

LOCK = ".lock"
"""The name of the file that is locked by the process at work."""

UNFINISHED = ".unfinished"
"""Suffix of a file that is still being written."""

HASH = 12
"""Digits of the content hash in a file name."""


def dumps_write() -> list[str]:
    """Write the months that are new or have changed: in their games, or in the names that may be shown.

    Returns these months; none if another process is at work. Months that are listed already come first, since they may
    have to lose a name. Each takes effect as soon as it is written.
    """
    folder: Path = settings.DUMPS_DIR
    with _alone(folder) as is_alone:
        if not is_alone:
            return []
        wanted, listed = digests(), {each["month"]: each for each in manifest_read()["files"]}
        if listed.keys() - wanted.keys():
            listed = {month: each for month, each in listed.items() if month in wanted}
            _list_write(folder, listed)
        changed = [month for month, digest in wanted.items() if listed.get(month, {}).get("sources") != digest]
        for month in sorted(changed, key=lambda month: (month not in listed, month)):
            listed[month] = _month_write(folder, month) | {"sources": wanted[month]}
            _list_write(folder, listed)
            log.info("open games of %s: %s", month, listed[month]["file"])
        _forget(folder, {each["file"] for each in listed.values()})
    return changed


def _month_write(folder: Path, month: str) -> dict[str, Any]:
    """Write the file of a month. Returns its entry in the list."""
    note = f"Finished rated games of {month} from {settings.SITE_URL}, {LICENCE}"
    draft = folder / f"games-{month}{UNFINISHED}"
    with _safely(draft) as out:
        games = write_dump(out, records_of(month), note)
    with draft.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = f"games-{month}.{digest[:HASH]}.txt.gz"
    size = draft.stat().st_size
    _put(draft, folder / name)
    return {"month": month, "file": name, "games": games, "bytes": size, "sha256": digest}


def _list_write(folder: Path, listed: dict[str, dict[str, Any]]) -> None:
    manifest = {
        "format": FORMAT,
        "licence": LICENCE,
        "site": settings.SITE_URL,
        "date": timezone.now().date().isoformat(),
        "files": [listed[month] for month in sorted(listed)],
    }
    draft = folder / f"{MANIFEST}{UNFINISHED}"
    with _safely(draft) as out:
        out.write(json.dumps(manifest, indent=1).encode() + b"\n")
    _put(draft, folder / MANIFEST)


def _forget(folder: Path, listed: set[str]) -> None:
    """Remove everything that the list does not name: older files, and leftovers of a process that died."""
    for path in folder.iterdir():
        if path.name not in listed | {MANIFEST, LOCK}:
            path.unlink(missing_ok=True)


@contextmanager
def _safely(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing, and flush it to disk at the end."""
    with path.open("wb") as out:
        yield out
        out.flush()
        os.fsync(out.fileno())


def _put(draft: Path, path: Path) -> None:
    """Rename a finished file into place so that it survives a power cut."""
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Yield whether this process has the folder to itself; the lock ends with the process that holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True

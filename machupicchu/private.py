"""Keeps the data folder private: what other users of the machine could read there would give them accounts.

From the database come sessions and running deals, from the mails links that set passwords, from Valkey both.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions of the group and everybody else."""


def keep_private(folder: Path) -> int:
    """Make everything that this process and its children create from now on private to its owner, and `folder` too.

    An old `folder` that was accessible is closed with everything in it: see `close_all`. Returns how many files and
    folders that were.
    """
    os.umask(OTHERS)
    return close_all(folder) if _is_open(folder.stat()) else 0


def close_all(folder: Path) -> int:
    """Revoke all permissions in `folder` from everybody but its owner. Returns how many files and folders that were.

    Group access that somebody has granted on purpose goes too: it cannot be told from what was left open. Links are not
    followed; what belongs to another user than the folder, or is on another disk, is left alone, and so is everything
    that this process may not change. Files may come and go meanwhile.
    """
    here = folder.stat()
    # The folder first: from then on nobody else can reach anything in it.
    closed = _close(folder, here)
    return closed + sum(_close(path, status) for path, status in _inside(folder, here))


def _inside(folder: Path, here: os.stat_result) -> Iterator[tuple[Path, os.stat_result]]:
    """All files and folders below of the same owner on the same disk, but no links."""
    with suppress(FileNotFoundError, PermissionError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISLNK(status.st_mode) or (status.st_uid, status.st_dev) != (here.st_uid, here.st_dev):
                    continue
                yield Path(entry.path), status
                if stat.S_ISDIR(status.st_mode):
                    yield from _inside(Path(entry.path), here)


def _close(path: Path, status: os.stat_result) -> bool:
    """Close it. Returns whether anything was accessible before."""
    if not _is_open(status):
        return False
    with suppress(FileNotFoundError, PermissionError):
        # By a descriptor, so that no link is followed that somebody has put here meanwhile; and by one that only names
        # the file: closing another kind would release the locks that SQLite holds on it in this process.
        named = os.open(path, os.O_PATH | os.O_NOFOLLOW)
        try:
            if os.path.samestat(os.fstat(named), status):
                os.chmod(f"/proc/self/fd/{named}", stat.S_IMODE(status.st_mode) & ~OTHERS)
                return True
        finally:
            os.close(named)
    return False


def _is_open(status: os.stat_result) -> bool:
    return bool(status.st_mode & OTHERS)

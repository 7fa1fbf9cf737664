"""The folder of the data is for its owner only: what other users of the machine could read there gives them accounts.

From the database come sessions and running deals, from the mails links that set passwords, from Valkey both.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What a group and everybody else may do."""


def keep_private(folder: Path) -> int:
    """From now on whatever this process and its children make is for its owner only, and so is `folder`.

    An old `folder` that was open is closed with all that lies in it: see `close_all`. Returns of how many files and
    folders that was.
    """
    os.umask(OTHERS)
    return close_all(folder) if _is_open(folder.stat()) else 0


def close_all(folder: Path) -> int:
    """Take all rights in `folder` from everybody but its owner. Returns of how many files and folders.

    Access of a group that somebody has given on purpose goes too: nothing tells it from what was left open. Links are
    not followed; what belongs to another user than the folder, or lies on another disk, is left alone, and so is all
    that this process may not change. Files may come and go meanwhile.
    """
    here = folder.stat()
    # The folder first: from then on nobody else gets at anything in it.
    closed = _close(folder, here)
    return closed + sum(_close(path, status) for path, status in _inside(folder, here))


def _inside(folder: Path, here: os.stat_result) -> Iterator[tuple[Path, os.stat_result]]:
    """All files and folders below that are of the same owner on the same disk, but no links."""
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
    """Whether something was open, and is not any more."""
    if not _is_open(status):
        return False
    with suppress(FileNotFoundError, PermissionError):
        # By a descriptor, so that no link is followed which somebody has put here meanwhile; and one that only names
        # the file: closing another one would end the locks that SQLite has on it in this process.
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

"""Keeps the data folder private: with its contents, other users of the machine could take over accounts.

The database contains sessions and running deals, emails contain links that set passwords, Valkey has both. So the
folder is made inaccessible to others with everything in it, which must only happen to a folder of the site's own.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permission bits of the group and of all others."""

MARKER = ".machupicchu"
"""The file that marks a folder as the site's own."""

NOTHING = {"lost+found"}
"""Entries of an empty folder that is the root of a file system."""

KEYS = {"secret-key", "push-key", "oauth-key"}
"""The files with secrets that the site makes for itself."""

DATABASE = "site.sqlite3"
"""The database of a site without PostgreSQL."""

PREPARED = ("prepared-data", "prepared-static")
"""The fingerprints in the folder: of the data, and of the static files, that were prepared last."""

MADE = (
    *(f"{name}*" for name in sorted(KEYS)),
    f"{DATABASE}*",
    *PREPARED,
    *(
        "backups",
        "beat-schedule*",
        "dumps",
        "mail",
        "metrics",
        "parts.lock",
        "redis-url",
        "run.lock",
        "static",
        "valkey",
    ),
)
"""Patterns for everything that sites have created in their folders, also before there was a marker."""


class NotOurs(Exception):
    """The folder contains files of others; the message names some, and says what to do. Nothing was changed."""


def take_over(folder: Path) -> None:
    """Make `folder` the site's own: a new one, an empty one, or one that a site has used before.

    Raises NotOurs for any other, and OSError if it cannot be used.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = set(os.listdir(folder)) - NOTHING
    if MARKER in names:
        return
    if not names:
        _close(folder, folder.stat())
        _mark(folder)
    elif _is_known(folder, names):
        with suppress(OSError):  # it worked without a marker before
            _mark(folder)
    else:
        raise NotOurs(_refusal(names))


def _is_known(folder: Path, names: set[str]) -> bool:
    """Whether this is the folder of a site from before there was a marker."""
    if any(_is_fingerprint(folder / name) for name in PREPARED) or (names & KEYS and DATABASE in names):
        return True
    return bool(names & {*KEYS, DATABASE}) and all(any(fnmatchcase(name, made) for made in MADE) for name in names)


def _is_fingerprint(file: Path) -> bool:
    return (
        file.is_file() and file.stat().st_size == 64 and bool(re.fullmatch("[0-9a-f]{64}", file.read_text("latin-1")))
    )


def _mark(folder: Path) -> None:
    marker = os.open(folder / MARKER, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(marker, "w") as file:
        file.write("This folder belongs to a site of Machu Picchu, and nobody else may look into it.\n")


def _refusal(names: set[str]) -> str:
    """The message for a folder that is refused."""
    some = sorted(names)[:3]
    listed = ", ".join(some) + (", …" if len(names) > len(some) else "")
    return (
        f"holds what is not the site's: {listed}. Nothing in it was changed. Name a new or an empty folder; "
        f"if this one is the site's all the same, put an empty file {MARKER} into it"
    )


def keep_private(folder: Path) -> int:
    """Make all files that this process and its children create from now on private to their owner, and `folder` too.

    A `folder` that others could access is closed with everything in it: see `close_all`. Returns the number of files
    and folders that were closed.
    """
    os.umask(OTHERS)
    return close_all(folder) if _is_open(folder.stat()) else 0


def close_all(folder: Path) -> int:
    """Revoke all permissions on `folder` and its contents from everyone but the owner; return how many had any.

    Group access granted on purpose goes too: it cannot be distinguished from carelessness. Symbolic links are not
    followed. Files of another user than the folder's, files on another disk, and files that this process may not change
    are left alone. Files may come and go meanwhile.
    """
    here = folder.stat()
    # The folder first: from then on nobody else can reach anything in it.
    closed = _close(folder, here)
    return closed + sum(_close(path, status) for path, status in _inside(folder, here))


def write_private(file: Path, text: str) -> None:
    """Write `text` to the file, atomically and readable by its owner only."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(text)
    draft.replace(file)


def _inside(folder: Path, here: os.stat_result) -> Iterator[tuple[Path, os.stat_result]]:
    """All files and folders below `folder` with the same owner and disk, without symbolic links."""
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
    """Revoke the permissions of others on a path. Returns whether they had any."""
    if not _is_open(status):
        return False
    with suppress(FileNotFoundError, PermissionError):
        # By descriptor, to follow no link that someone has put here meanwhile; and with O_PATH, since closing another
        # kind of descriptor would release the locks that SQLite holds on the file in this process.
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

"""One site per folder: refuse a second one, and kill processes that a killed one has left behind."""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from machupicchu.run.console import Console

PATIENCE = 30.0
"""Seconds for killed processes to disappear."""


class AlreadyRunning(Exception):
    """Another `make run` serves this folder; the message says which."""


class StillThere(Exception):
    """A process left behind by a killed site cannot be ended; the message says which."""


class InstanceLock:
    """Two locks in the folder: the run itself holds `run.lock`, and every part inherits `parts.lock`.

    A process that gets the first lock but not the second knows that the holders of the second are leftovers.
    """

    def __init__(self, folder: Path) -> None:
        self._run = folder / "run.lock"
        self._parts = folder / "parts.lock"

    def take(self, *, address: str, console: Console) -> int:
        """Lock the folder until this process ends. Returns the descriptor that every part must inherit.

        Raises AlreadyRunning or StillThere.
        """
        run = os.open(self._run, os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(run):
            raise AlreadyRunning(self._run.read_text().strip())
        os.ftruncate(run, 0)
        os.write(run, f"{address} (process {os.getpid()})\n".encode())
        parts = os.open(self._parts, os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(parts):
            console.say("A former run was killed; ending what it has left behind")
            self._end_leftovers(parts)
        return parts

    def _end_leftovers(self, parts: int) -> None:
        """Kill the leftovers at once: every part may die at any moment without losing anything.

        Repeat until the lock is free, because a worker may start a child while the processes are being listed. Raises
        StillThere.
        """
        end = time.monotonic() + PATIENCE
        while not _locked(parts):
            if time.monotonic() > end:
                raise StillThere(", ".join(map(str, holders(self._parts))))
            for process in holders(self._parts):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.02)


def holders(file: Path) -> Iterator[int]:
    """The ids of other processes that have a file open."""
    name = str(file.resolve())
    for folder in Path("/proc").glob("[0-9]*/fd"):
        process = int(folder.parent.name)
        with contextlib.suppress(OSError):  # the process has ended, or belongs to another user
            if process != os.getpid() and any(os.readlink(entry) == name for entry in folder.iterdir()):
                yield process


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

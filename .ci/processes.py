"""Starting the commands of the lanes, and ending them with all that they have started."""

from __future__ import annotations

import os
import random
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]

MARKS = "STARTED_BY_LANES"
"""The environment variable by which the processes of a command are found; nested commands have several marks."""


def start_marked(command: Sequence[str], log: IO[bytes], **environment: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start a command in a process group of its own. Returns it, and the mark by which `started_by` finds it again."""
    mark = secrets.token_hex(8)
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=os.environ | environment | {MARKS: f"{os.environ.get(MARKS, '')} {mark}"},
        start_new_session=True,
    )
    return process, mark


def end_all(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a command and everything that it has started, even what has left its group, as the sites of tests do.

    First its group gets a Ctrl-C, so that pytest ends its sites. Processes of pytest do not wait for each other long
    enough, so what is left is then asked to end, parents first, and killed if it does not.
    """
    known = started_by(mark)

    def left() -> dict[int, Process]:
        known.update(started_by(mark))
        now = {pid: process_of(pid) for pid in known}
        return {pid: found for pid, found in now.items() if found is not None and found.began == known[pid].began}

    def group_is_left() -> bool:
        return process.poll() is None or any(found.group == process.pid for found in left().values())

    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    wait(lambda: not group_is_left(), 30)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for number, seconds in ((signal.SIGTERM, 90), (signal.SIGKILL, 10)):
        there_still = left()
        for pid, found in there_still.items():
            if number == signal.SIGKILL or found.parent not in there_still:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        wait(lambda: not left(), seconds)
    if remaining := left():
        print(f"These processes could not be ended: {', '.join(map(str, remaining))}", flush=True)


@dataclass(frozen=True)
class Process:
    """A living process. `began` tells it from a later one with the same number."""

    began: int
    parent: int
    group: int


def process_of(pid: int) -> Process | None:
    """The living process with this number; None if there is none."""
    try:
        state, parent, group, *others = (
            Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(") ")[2].split()
        )
    except (OSError, ValueError):
        return None
    return None if state in "ZX" else Process(int(others[16]), int(parent), int(group))


def started_by(mark: str) -> dict[int, Process]:
    """The living processes with this mark in their environment, and their descendants, by number."""
    numbers = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    living = {pid: found for pid in numbers if (found := process_of(pid)) is not None}
    family = set()
    for pid in living:
        with suppress(OSError):  # it has just ended, or belongs to someone else
            if mark.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                family.add(pid)
    before = -1
    while before != (before := len(family)):
        family |= {pid for pid, found in living.items() if found.parent in family}
    return {pid: living[pid] for pid in family}


def holders(folder: Path) -> set[int]:
    """The numbers of the processes that have a file in this folder open."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if os.readlink(entry).startswith(f"{folder}/"):
                found.add(int(entry.parts[2]))
    return found


def wait(condition: Callable[[], object], seconds: float) -> bool:
    """Wait until the condition holds, for at most this long. Returns whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def free_port() -> int:
    """A port on which nobody listens, below those that the system gives to outgoing connections."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port

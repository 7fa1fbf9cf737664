"""An external program in a seat: it gets lines and has to answer in time. See docs/protocol.md."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from select import select
from threading import Thread
from time import monotonic
from typing import Any

from games.ai.arena import Forfeit
from games.console.protocol import Limits
from games.console.telling import the_position, the_table
from games.engine.contract import AnyGame, IllegalAction, Options, quoted
from games.engine.record import Step

TO_START = 60.0
"""Seconds that a program has to say `readyok`."""
GRACE = 2.0
"""Extra seconds beyond `movetime`: a program may start slowly, and the machine may be busy."""
FOR_NODES = 60.0
"""Seconds to decide when the limit is a number of nodes."""
TO_END = 1.0
"""Seconds to exit after `quit`."""
LONGEST = 65_536
"""The longest line read from a program, in bytes; a longer one is split."""
USUAL = Limits(seconds=1.0)
"""The default limits of a program's decisions; levels instead take as long as at a real table."""


class Program:
    """A process that plays one or more seats at one table; as a context manager it kills it with all its children."""

    def __init__(self, command: str, limits: Limits = USUAL) -> None:
        self._limits = limits if limits != Limits() else USUAL
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._command = command
        self._is_ready = False

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def decide(
        self, game: AnyGame, seats: int, options: Options, deal: Any, steps: Sequence[Step], state: Any, seat: int
    ) -> str:
        """The action that the program names. Raises Forfeit if it names none in time, or an illegal one."""
        if not self._is_ready:
            self._start()
        time = "" if self._limits.seconds is None else f" movetime {max(1, round(self._limits.seconds * 1000))}"
        nodes = "" if self._limits.nodes is None else f" nodes {self._limits.nodes}"
        go = f"go{nodes or time}"
        allowed = FOR_NODES if nodes else (self._limits.seconds or 0) + GRACE
        lines = [the_table(game, seats, options, seat), *the_position(game, deal, steps, state, seat), go]
        text = self._ask(lines, "bestaction", allowed)
        try:
            game.parse(state, text)
        except IllegalAction as wrong:
            raise Forfeit(f"illegal answer: {wrong}") from None
        return text

    def close(self) -> None:
        """End the program: send `quit`, then kill it."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(Forfeit, subprocess.TimeoutExpired):
            self._write(process, b"quit\n", TO_END)
            process.wait(TO_END)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _start(self) -> None:
        try:
            words = shlex.split(self._command)
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError, IndexError) as wrong:
            raise Forfeit(f"cannot be started: {wrong}") from None
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._process = process
        Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        self._ask(["isready"], "readyok", TO_START)
        self._is_ready = True

    def _ask(self, lines: Sequence[str], answer: str, allowed: float) -> str:
        """Send the lines, and return the text after the word `answer` in the program's response. Raises Forfeit."""
        process = self._process
        if process is None:
            raise Forfeit("ended before")
        until = monotonic() + allowed
        self._write(process, "".join(f"{line}\n" for line in lines).encode(), allowed)
        while True:
            left = until - monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, left))
            except Empty:
                left = 0
            if left <= 0:
                raise Forfeit(f"no {answer} within {allowed:g} s")
            if line is None:
                raise Forfeit(f"{_ended(process)} instead of {answer}")
            word, _, rest = line.strip().partition(" ")
            if word == answer:
                return rest
            if word not in ("info", ""):
                raise Forfeit(f"said {quoted(line.strip())} instead of {answer}")

    def _write(self, process: subprocess.Popen[bytes], data: bytes, allowed: float) -> None:
        assert process.stdin is not None
        number, until = process.stdin.fileno(), monotonic() + allowed
        while data:
            _, ready, _ = select([], [number], [], max(0.0, until - monotonic()))
            if not ready:
                raise Forfeit(f"read nothing for {allowed:g} s")
            try:
                data = data[os.write(number, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Forfeit(_ended(process)) from None


def _ended(process: subprocess.Popen[bytes]) -> str:
    """How a program ended that no longer responds, in words."""
    try:
        return f"ended with exit code {process.wait(GRACE)}"
    except subprocess.TimeoutExpired:
        return "closed its pipe"


def _listen(process: subprocess.Popen[bytes], lines: SimpleQueue[str | None]) -> None:
    """Put every line of the program into the queue, then None."""
    assert process.stdout is not None
    try:
        while line := process.stdout.readline(LONGEST):
            lines.put(line.decode("utf-8", "replace"))
    except (OSError, ValueError):  # closed at the end
        pass
    lines.put(None)

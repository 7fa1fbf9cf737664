"""Supervising a process of the site: it is restarted whenever it ends or hangs."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from machupicchu.run.console import Console

PAUSES = (0.0, 1.0, 2.0, 5.0, 15.0)
"""Pauses in seconds before the first, second, … restart in a row after an early end."""

STEADY = 30.0
"""Seconds after which a part counts as running well; then the pauses start from the first again."""

GLANCE = 0.05
"""Seconds between two looks whether a part that was told to end shall rather be killed."""

LOOK = 2.0
"""Seconds between two checks whether a part still works."""

HANGS = 30
"""The number of failed checks in a row after which a part is killed.

That is later than the site notices a downtime, for which clocks are corrected. Checks are counted instead of seconds:
when the whole machine was suspended, no part has hung.
"""


class Pulse:
    """A pipe to which a process writes now and then while it works; `writes` is the end that it inherits."""

    def __init__(self) -> None:
        self._reads, self.writes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self.writes, False)

    def felt(self) -> bool:
        """Whether anything was written since the last call."""
        try:
            return bool(os.read(self._reads, 1 << 16))
        except BlockingIOError:
            return False


class Process:
    """A supervised process with its children, in a session of its own: Ctrl-C does not reach it.

    `command` is called before every start. `inherits` are file descriptors that the process keeps open. `patience` is
    the number of seconds in which it has to end when told to. `works` says whether the process works; after a start,
    its answer only counts once it has been True. A process stopped by a signal counts as not working.
    """

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        console: Console,
        *,
        inherits: Sequence[int] = (),
        patience: float = 30.0,
        works: Callable[[], bool] | None = None,
    ) -> None:
        self.name = name
        self.ends = 0
        """The number of times the process has ended."""
        self._command = command
        self._console = console
        self._inherits = inherits
        self._patience = patience
        self._works = works
        self._patient_until = 0.0
        self._again = False
        """Whether the process was killed to be started again at once."""
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._keeper = threading.Thread(target=self._keep, name=name, daemon=True)

    def start(self) -> None:
        """Start the process and keep it running. Call only once."""
        self._keeper.start()

    def start_again(self) -> None:
        """Kill the process and restart it at once, for example with new code; or start it for the first time."""
        if self._keeper.ident is None:
            self.start()
            return
        with self._lock:
            self._again = True
            self._signal(signal.SIGKILL)

    def ask_to_end(self) -> None:
        """Tell the process to end, and do not restart it. Returns at once; the first call starts its `patience`."""
        with self._lock:
            if not self._ending.is_set():
                self._patient_until = time.monotonic() + self._patience
            self._ending.set()
            self._signal(signal.SIGTERM)

    def end(self, at_once: Callable[[], bool] = lambda: False) -> None:
        """Tell the process to end and wait; kill it once its `patience`, from the first such call, is over.

        Also kill it as soon as `at_once()` says so.
        """
        self.ask_to_end()
        if self._keeper.ident is None:
            return
        while self._keeper.is_alive() and not at_once() and time.monotonic() < self._patient_until:
            self._keeper.join(GLANCE)
        if self._keeper.is_alive():
            why = "must end at once" if at_once() else "takes too long to end"
            self._console.say(f"{self.name} {why}; it is killed")
            with self._lock:
                self._signal(signal.SIGKILL)
            self._keeper.join()

    def _keep(self) -> None:
        early_ends = 0
        while True:
            started = time.monotonic()
            with self._lock:
                if self._ending.is_set():
                    return
                self._process = process = self._launch()
            output = threading.Thread(target=self._copy_output, args=(process,), daemon=True)
            output.start()
            code = self._wait(process)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # its children must not outlive it
            output.join(timeout=5)
            self.ends += 1
            if self._ending.is_set():
                return
            if self._again:
                self._again, early_ends = False, 0
                continue
            early_ends = 0 if time.monotonic() - started > STEADY else early_ends + 1
            pause = PAUSES[min(early_ends, len(PAUSES)) - 1] if early_ends else 0.0
            self._console.say(f"{self.name} has ended ({_reason(code)}) and is started again" + _after(pause))
            self._ending.wait(pause)

    def _wait(self, process: subprocess.Popen[bytes]) -> int:
        """Wait until the process has ended, and kill it if it hangs. Returns its exit code."""
        has_worked, at_rest = False, 0
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(LOOK)
            works = self._works is None or self._works()
            has_worked = has_worked or works
            is_well = not _is_stopped(process.pid) and (works or not has_worked)
            at_rest = 0 if is_well else at_rest + 1
            if at_rest >= HANGS and not self._ending.is_set():
                self._console.say(f"{self.name} hangs; it is killed")
                process.kill()
                return process.wait()

    def _launch(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            self._command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self._inherits,
            start_new_session=True,
        )
        self._console.say(f"{self.name} is process {process.pid}")
        return process

    def _copy_output(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                if text := line.decode(errors="replace").rstrip():
                    self._console.say(text, self.name)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)


def _is_stopped(process: int) -> bool:
    """Whether a process is stopped, by a signal or by a debugger."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return False
    return status.rpartition(") ")[2][:1] in ("T", "t")


def _reason(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def _after(pause: float) -> str:
    return f" after {pause:.0f} s" if pause else ""

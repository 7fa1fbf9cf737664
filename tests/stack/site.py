"""A whole site as `make run` starts it, for tests: real web processes, workers, beat and Valkey in its own folder."""

import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Self

from machupicchu.run.valkey import reserve_port
from tests.stack.prepared import lay

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 600

PATIENCE = 120
"""Seconds to wait for anything, on a slow machine that has other work to do."""

Limits = Mapping[int, tuple[int, int]]

_RESERVED: list[socket.socket] = []
"""Keeps the ports returned by `free_port` reserved."""


class RunningSite:
    """A site that starts on entering and ends on leaving. `environment` is added to its environment.

    `limits` are the limits of its processes, soft and hard, by constants of `resource`. A new site with SQLite gets a
    prepared copy of what `make run` would prepare first, unless it is an `UnpreparedSite`.
    """

    code = ROOT
    """The folder of the site's code."""
    module = "machupicchu.run"
    """The module whose command starts it."""

    def __init__(self, folder: Path, limits: Limits | None = None, **environment: str) -> None:
        self.folder = folder
        self._limits = limits or {}
        self.port = int(environment.setdefault("PORT", str(free_port())))
        self.url = f"http://localhost:{self.port}"
        self._log = folder.with_name(f"{folder.name}-run-{self.port}.log")  # a new folder must be empty
        kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
        without_tests = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
        # Analyses that start by themselves would take time from what is tested here.
        self._environment = kept | without_tests | {"ANALYSE_BY_ITSELF": "false"} | environment
        self._command = [sys.executable, "-m", self.module]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the command without waiting."""
        self._lay()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self.code,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=partial(_prepare, self._limits),
            )
        return self._process

    def _lay(self) -> None:
        if "DATABASE_URL" not in self._environment and not (self.folder / "site.sqlite3").exists():
            lay(self.folder)

    def start(self) -> None:
        """Start the site and wait until it prints that it is open."""
        process = self.launch()
        wait_until(lambda: " is open: " in self.log() or process.poll() is not None, START_SECONDS, self.log)
        assert process.poll() is None, self.log()

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the site with a signal and return the exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(number)
        return self._process.wait(timeout=120)

    @property
    def command(self) -> int:
        """The process of the command itself."""
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        """Everything printed since the start."""
        return self._log.read_text(errors="replace")

    def python(self, *arguments: str) -> str:
        """Run Python in the site's environment, next to the site. Returns its output."""
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=partial(_prepare, {}),
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds in the site's SQLite database. To start Django for that would take seconds."""
        with closing(sqlite3.connect(self.folder / "site.sqlite3", timeout=PATIENCE)) as database:
            return database.execute(query, values).fetchall()

    def process_of(self, part: str) -> int:
        """The ID of the process last started for the part; waits for it, as parts may start after the site is open."""
        said = re.compile(rf"\| {part} is process (\d+)$", re.MULTILINE)
        wait_until(lambda: said.search(self.log()), PATIENCE, self.log)
        return int(said.findall(self.log())[-1])

    def kill(self, part: str) -> None:
        """Kill a part with SIGKILL, and wait until the supervisor has started it again."""
        old = self.process_of(part)
        os.kill(old, signal.SIGKILL)
        wait_until(lambda: self.process_of(part) != old, PATIENCE, self.log)

    def processes(self) -> set[int]:
        """All living processes of this site's folder, found by the lock file that they hold open."""
        return holders(self.folder / "parts.lock")


class UnpreparedSite(RunningSite):
    """A site that has to prepare everything itself."""

    def _lay(self) -> None:
        pass


class SmallSite(RunningSite):
    """A site that starts in about half the processor time: see `tests.stack.small`. For tests that kill no worker."""

    module = "tests.stack.small"


def holders(file: Path) -> set[int]:
    """The processes that have the file open."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(entry) == str(file):
                found.add(int(entry.parts[2]))
        except OSError:
            continue
    return found


def free_port() -> int:
    """A free port of this machine, which nobody else gets before this process ends.

    Tests run in parallel: a port that is only looked up may be taken by another test before a server listens on it.
    """
    _RESERVED.append(reserve_port())
    return _RESERVED[-1].getsockname()[1]


def wait_until(condition: Callable[[], object], seconds: float, explain: Callable[[], str] = str) -> None:
    """Wait until the condition holds; fail with `explain()` when it takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"Nothing happened within {seconds} s\n{explain()}"
        time.sleep(0.02)


def _prepare(limits: Limits) -> None:
    """Let Ctrl-C work even if a script runs the tests in the background, let others read new files, and set limits.

    The umask is that of a terminal: the site itself must protect what others should not read.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.umask(0o022)
    for kind, pair in limits.items():
        resource.setrlimit(kind, pair)


def status(url: str) -> int:
    """The status of a page."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def outcome(folder: Path, **environment: str) -> tuple[int, str]:
    """Exit code and output of a start that is refused."""
    folder.mkdir(exist_ok=True)
    site = RunningSite(folder, None, **environment)
    code = site.launch().wait(timeout=PATIENCE)
    return code, site.log()

"""The parts of the site with their commands, started in order of their dependencies."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from machupicchu import settings
from machupicchu.private import write_private
from machupicchu.run import prepare
from machupicchu.run.console import Console
from machupicchu.run.end_requests import EndRequests
from machupicchu.run.process import Process, Pulse
from machupicchu.run.valkey import Valkey

PATIENCE = 180.0
"""Seconds that a part may take to answer for the first time: Valkey loads all its data, and a machine may be slow."""

COUNTERS = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_\d+\.db")
"""File names of prometheus_client: processes of an earlier run have left such files in METRICS_DIR."""

# An operator who starts the site as root, for example in a container, has already decided that.
NO_SERMON = ("-W", "ignore:You're running the worker with superuser")
CELERY = [sys.executable, *NO_SERMON, "-m", "celery", "-A", "machupicchu", "--quiet", "--skip-checks"]
WORKER = [*CELERY, "worker", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]


class DidNotStart(Exception):
    """A part of the site did not start; its own lines above say why."""


class _MustEnd(Exception):
    """While it started, the site was asked to end."""


@dataclass(frozen=True)
class Plan:
    """The parts to start. `listener` is the web processes' socket, `keep_open` a descriptor that all parts inherit."""

    var: Path
    listener: socket.socket
    keep_open: int
    own_valkey: bool
    web_processes: int
    ai_processes: int


class Site:
    """All parts of the running site."""

    def __init__(self, plan: Plan, console: Console, requests: EndRequests) -> None:
        self._plan = plan
        self._console = console
        self._requests = requests
        self._parts: list[Process] = []
        self._note = plan.var / "redis-url"

    def start(self) -> None:
        """Start everything; returns once pages are served, or as soon as the site is asked to end.

        Raises DidNotStart.
        """
        with suppress(_MustEnd):
            self._start()

    def _start(self) -> None:
        plan = self._plan
        _remove_counters()
        if plan.own_valkey:
            valkey = Valkey(plan.var / "valkey")
            write_private(self._note, valkey.url)
            self._wait(self._add("valkey", valkey.command, works=valkey.answers), valkey.answers)
        if subjects := prepare.needed():
            self._prepare(subjects)
        # The first visitor needs a web process and a computer player; everything else may start later.
        self._add_computer_players()
        first, *others = (f"web-{number}" for number in range(1, plan.web_processes + 1))
        self._wait(self._add_web(first), self._serves_pages)
        for name in others:
            self._add_web(name)
        self._add_workers()

    def _add_computer_players(self) -> None:
        """Start the worker of the computer players. They may use all CPUs, but people waiting for a page come first."""
        ai = ["nice", "-n", "5", *WORKER, "--queues", "ai", "--hostname", "ai@%h"]
        ai += ["--concurrency", str(self._plan.ai_processes)]
        self._add("ai", lambda: ai)

    def _add_workers(self) -> None:
        """Start all workers but that of the computer players, and beat, which gives them work."""
        default = [*WORKER, "--queues", "default", "--hostname", "default@%h", "--concurrency", "2"]
        outside = [*WORKER, "--queues", "outside", "--hostname", "outside@%h", "--concurrency", "1"]
        clocks = [*WORKER, "--queues", "clocks", "--hostname", "clocks@%h", "--concurrency", "1"]
        # Analyses use what nobody else needs: the lowest CPU priority, and never a worker of the computer players.
        analysis = ["nice", "-n", "19", *WORKER, "--queues", "analysis", "--hostname", "analysis@%h"]
        analysis += ["--concurrency", "1"]
        beat = [*CELERY, "beat", "--loglevel", "WARNING", "--pidfile", ""]
        self._add("default", lambda: default)
        self._add("clocks", lambda: clocks)
        self._add("beat", lambda: beat)
        self._add("outside", lambda: outside)
        self._add("analysis", lambda: analysis)

    def end(self) -> None:
        """End all parts, Valkey last, since the others need it; at once if the site is asked to end again."""
        valkey = [part for part in self._parts if part.name == "valkey"]
        others = [part for part in self._parts if part.name != "valkey"]
        for part in others:
            part.ask_to_end()
        for part in others + valkey:
            part.end(at_once=self._requests.repeated)
        if self._plan.own_valkey:
            self._note.unlink(missing_ok=True)

    def _add_web(self, name: str) -> Process:
        listener, pulse = self._plan.listener.fileno(), Pulse()
        web = [sys.executable, "-m", "machupicchu.web", "--fd", str(listener), "--pulse", str(pulse.writes)]
        return self._add(name, lambda: web, listener, pulse.writes, works=pulse.felt)

    def _add(
        self, name: str, command: Callable[[], list[str]], *descriptors: int, works: Callable[[], bool] | None = None
    ) -> Process:
        part = Process(name, command, self._console, inherits=(self._plan.keep_open, *descriptors), works=works)
        self._parts.append(part)
        part.start()
        return part

    def _wait(self, part: Process, answers: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not answers():
            self._go_on()
            if part.ends or time.monotonic() > end:
                raise DidNotStart(part.name)
            time.sleep(0.02)

    def _go_on(self) -> None:
        """Raise _MustEnd if the site is asked to end."""
        if self._requests.made():
            raise _MustEnd

    def _prepare(self, subjects: list[str]) -> None:
        listener = self._plan.listener.fileno()
        command = [sys.executable, "-m", "machupicchu.run.prepare", *subjects, "--fd", str(listener)]
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(self._plan.keep_open, listener),
            text=True,
            start_new_session=True,
        ) as process:
            output = Thread(target=self._copy_setup, args=(process,), daemon=True)
            output.start()
            try:
                while process.poll() is None:
                    self._go_on()
                    time.sleep(0.02)
            except _MustEnd:
                os.killpg(process.pid, signal.SIGKILL)  # including the process that serves the page about the update
                raise
            finally:
                output.join()
        if process.returncode:
            raise DidNotStart("setup")

    def _copy_setup(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._console.say(line.rstrip(), "setup")

    def _serves_pages(self) -> bool:
        host, port = self._plan.listener.getsockname()[:2]
        connection = http.client.HTTPConnection(host, port, timeout=5)
        try:
            connection.request("GET", "/", headers={"Host": "localhost"})
            connection.getresponse()
        except OSError:  # the socket accepts connections, but no process answers yet
            return False
        else:
            return True
        finally:
            connection.close()


def _remove_counters() -> None:
    """Remove what an earlier run has counted."""
    for file in settings.METRICS_DIR.glob("*.db"):
        if COUNTERS.fullmatch(file.name):  # METRICS_DIR may contain files of others
            file.unlink(missing_ok=True)

"""The parts of the site besides the web process, for development: Valkey and workers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.autoreload import get_child_arguments

from accounts.selectors import computer_players
from machupicchu.private import write_private
from machupicchu.run.console import Console
from machupicchu.run.instance_lock import AlreadyRunning, InstanceLock, StillThere
from machupicchu.run.process import Process
from machupicchu.run.site import WORKER
from machupicchu.run.sources import DATA
from machupicchu.run.valkey import Valkey, trouble_at
from machupicchu.settings import redis_url

MANAGE = ".venv/bin/python manage.py"

RUNNER = "MACHUPICCHU_RUNNER"
"""Environment variable in child processes: the id of the process that runs the parts."""

PATIENCE = 60.0
"""Seconds that Valkey may take to load its data."""

WORKERS = 3
"""The number of concurrent tasks, including the thinking of computer players."""


class Missing(Exception):
    """The site cannot be served because something is missing; the message says what, and how to get it."""


@dataclass(frozen=True)
class Parts:
    """The parts that this run has, or uses."""

    workers: Process | None
    """The workers for all tasks, with beat; None if another run has some, or if they are not wanted."""
    others: str
    """The other run whose Valkey and workers are used, if any."""


@contextmanager
def running(var: Path, *, address: str, own_valkey: bool, workers: bool, console: Console) -> Iterator[Parts]:
    """Run the parts while the context lasts. Workers are only prepared (`Parts.workers`): the caller starts them.

    Only one run per folder has parts, whether `make run` or this; another one uses these. Raises Missing.
    """
    try:
        keep_open = InstanceLock(var).take(address=address, console=console)
    except AlreadyRunning as other:
        _ask(redis_url())
        yield Parts(None, str(other))
        return
    except StillThere as processes:
        raise Missing(f"Processes of an earlier run are still there: {processes}. End them by hand.") from None
    os.set_inheritable(keep_open, True)  # the server inherits it too, so it is found if this process is killed
    note, parts = var / "redis-url", list[Process]()
    try:
        if own_valkey:
            valkey = Valkey(var / "valkey")
            write_private(note, valkey.url)
            parts.append(Process("valkey", valkey.command, console, inherits=(keep_open,)))
            parts[0].start()
            _wait_for(valkey, parts[0])
        else:
            _ask(redis_url())
        working = None
        if workers:
            working = Process("workers", _worker_command, console, inherits=(keep_open,))
            parts.append(working)
        yield Parts(working, "")
    finally:
        for part in reversed(parts):  # Valkey last
            part.end()
        if own_valkey:
            note.unlink(missing_ok=True)


def _wait_for(valkey: Valkey, process: Process) -> None:
    """Return once Valkey answers. Raises Missing if its process ends, or does not answer in time."""
    end = time.monotonic() + PATIENCE
    while not valkey.answers():
        if process.ends or time.monotonic() > end:
            raise Missing(f"Valkey did not start. See {valkey.folder / 'valkey.log'}.")
        time.sleep(0.02)


def _worker_command() -> list[str]:
    """The command of the workers for all queues, with beat."""
    queues = {route["queue"] for route in current_app.conf.task_routes.values()}
    named = ",".join(sorted(queues | {current_app.conf.task_default_queue}))
    command = ["nice", "-n", "5", *WORKER, "--beat", "--queues", named, "--hostname", "development@%h"]
    return [*command, "--concurrency", str(WORKERS)]


def check_database() -> None:
    """Raise Missing unless all migrations are applied."""
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise Missing(f"The database cannot be used: {' '.join(str(error).split())}") from None
    if plan:
        raise Missing(f"The database lacks migrations ({len(plan)}). Apply them: {MANAGE} migrate")


def prepare(console: Console) -> None:
    """Add computer players and all other initial data to the database, unless there are computer players already.

    Raises Missing.
    """
    there = bool(computer_players())
    connection.close()  # other processes do the rest
    if there:
        return
    command = [sys.executable, "-m", "machupicchu.run.prepare", DATA]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            console.say(line.rstrip(), "setup")
    if process.returncode:
        raise Missing("The database could not be prepared: see above.")


def again() -> int:
    """Run this command again, in a process whose settings find the parts; return its exit code."""
    environment = os.environ | {RUNNER: str(os.getpid())}
    return subprocess.run(get_child_arguments(), env=environment, close_fds=False, check=False).returncode


def _ask(url: str) -> None:
    """Raise Missing if no Valkey answers at `url`."""
    if trouble := trouble_at(url):
        raise Missing(f"Valkey at {trouble}. Set REDIS_URL to where it is.")

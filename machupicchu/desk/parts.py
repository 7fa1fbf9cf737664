"""What pages need besides a web process, while one developer works on the site: Valkey, and those who work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.autoreload import get_child_arguments
from redis import Redis
from redis.exceptions import RedisError

from accounts.selectors import computer_players
from machupicchu.run.alone import Alone, AlreadyRunning, StillThere
from machupicchu.run.console import Console
from machupicchu.run.part import Part
from machupicchu.run.site import WORKER
from machupicchu.run.sources import DATA
from machupicchu.run.valkey import Valkey, write_private
from machupicchu.settings import redis_url

MANAGE = ".venv/bin/python manage.py"

DESK = "MACHUPICCHU_DESK"
"""Names the process that has the parts, to one that it has started."""

PATIENCE = 60.0
"""Seconds that Valkey may take to read what it has kept."""

WORKERS = 3
"""How many tasks are done at the same time, thoughts of computer players among them."""


class Missing(Exception):
    """Something without which the site cannot be served; the message says what, and how to get it."""


@dataclass(frozen=True)
class Desk:
    """The parts of this run."""

    workers: Part | None
    """Who do all tasks, beat among them; None if another run has some, or if they are not wanted."""
    others: str
    """Whose Valkey and workers it uses, if these are another run's."""


@contextmanager
def desk(var: Path, *, address: str, own_valkey: bool, workers: bool, console: Console) -> Iterator[Desk]:
    """The parts, for as long as the context lasts. `workers` are made ready only, and started by the caller.

    One run in a folder has parts, be it by `make run` or by this: another one uses these. Raises Missing.
    """
    try:
        keep_open = Alone(var).take(address=address, console=console)
    except AlreadyRunning as other:
        _ask(redis_url())
        yield Desk(None, str(other))
        return
    except StillThere as processes:
        raise Missing(f"Processes of an earlier run are still there: {processes}. End them by hand.") from None
    os.set_inheritable(keep_open, True)  # the server has it, too: so it is found should this process be killed
    note, parts = var / "redis-url", list[Part]()
    try:
        if own_valkey:
            valkey = Valkey(var / "valkey")
            write_private(note, valkey.url)
            parts.append(Part("valkey", valkey.command, console, inherits=(keep_open,)))
            parts[0].start()
            end = time.monotonic() + PATIENCE
            while not valkey.answers():
                if parts[0].ends or time.monotonic() > end:
                    raise Missing(f"Valkey did not start. See {var / 'valkey' / 'valkey.log'}.")
                time.sleep(0.02)
        else:
            _ask(redis_url())
        working = None
        if workers:
            queues = {route["queue"] for route in current_app.conf.task_routes.values()}
            named = ",".join(sorted(queues | {current_app.conf.task_default_queue}))
            command = ["nice", "-n", "5", *WORKER, "--beat", "--queues", named, "--hostname", "desk@%h"]
            command += ["--concurrency", str(WORKERS)]
            working = Part("workers", lambda: command, console, inherits=(keep_open,))
            parts.append(working)
        yield Desk(working, "")
    finally:
        for part in reversed(parts):  # Valkey last
            part.end()
        if own_valkey:
            note.unlink(missing_ok=True)


def check_database() -> None:
    """Raise Missing unless the database has all tables."""
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise Missing(f"The database cannot be used: {' '.join(str(error).split())}") from None
    if plan:
        raise Missing(f"The database lacks migrations ({len(plan)}). Apply them: {MANAGE} migrate")


def prepare(console: Console) -> None:
    """Put computer players and all else that a site has from the beginning into the database, unless they are there.

    Raises Missing.
    """
    there = bool(computer_players())
    connection.close()  # what comes next is done by other processes
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
    """Run this command once more, in a process that finds the parts in its settings; returns its exit code."""
    environment = os.environ | {DESK: str(os.getpid())}
    return subprocess.run(get_child_arguments(), env=environment, close_fds=False, check=False).returncode


def _ask(url: str) -> None:
    """Raise Missing if nobody answers there."""
    try:
        with Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3, retry=None) as client:
            client.ping()
    except RedisError as error:
        place = f"{urlsplit(url).hostname}:{urlsplit(url).port or 6379}"
        raise Missing(f"Valkey at {place} does not answer: {error}. Set REDIS_URL to where it is.") from None

"""Two real beats sharing one Valkey, as on two machines: one sends tasks; the other takes over when it is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from machupicchu.run.site import CELERY
from machupicchu.run.valkey import Valkey
from machupicchu.schedule import TICK
from tests.stack.site import PATIENCE, ROOT, holders, wait_until

pytestmark = pytest.mark.stack

LOCK = ":1:beat"
"""The key with the token of the beat that sends."""


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    """A Valkey for these beats only: nothing takes tasks from its queues."""
    valkey = Valkey(tmp_path / "valkey")
    with subprocess.Popen(valkey.command(), stdout=subprocess.DEVNULL) as server:
        try:
            wait_until(valkey.answers, PATIENCE)
            yield valkey
        finally:
            server.kill()
            valkey.reserved.close()


@contextmanager
def beat(folder: Path, valkey: Valkey) -> Iterator[subprocess.Popen[bytes]]:
    """A beat with its data in its own folder."""
    environment = os.environ | {"VAR_DIR": str(folder), "REDIS_URL": valkey.url}
    environment["DJANGO_SETTINGS_MODULE"] = "machupicchu.settings"
    command = [*CELERY, "beat", "--loglevel", "WARNING", "--pidfile", ""]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def speakers(redis: Redis) -> list[int]:
    """The beat processes that queued tasks for the clocks, in order."""
    waiting = [json.loads(message) for message in reversed(redis.lrange("clocks", 0, -1))]
    return [int(re.match(r"gen(\d+)@", message["headers"]["origin"])[1]) for message in waiting]  # type: ignore[index]


def test_another_beat_takes_over_and_there_are_never_two(tmp_path: Path, valkey: Valkey) -> None:
    with Redis.from_url(valkey.url) as redis, beat(tmp_path / "one", valkey) as one:
        wait_until(lambda: one.pid in speakers(redis), PATIENCE)
        with beat(tmp_path / "other", valkey) as other:
            wait_until(lambda: other.pid in holders(tmp_path / "other" / "beat-token"), PATIENCE)
            time.sleep(2 * TICK)
            assert set(speakers(redis)) == {one.pid}
            one.kill()
            one.wait()
            wait_until(lambda: other.pid in speakers(redis), PATIENCE)
            with beat(tmp_path / "one", valkey) as again:  # its machine is back
                wait_until(lambda: again.pid in holders(tmp_path / "one" / "beat-token"), PATIENCE)
                time.sleep(2 * TICK)
                assert again.pid not in speakers(redis)
                token = (tmp_path / "other" / "beat-token").read_bytes()
                wait_until(lambda: (redis.get(LOCK) or b"").startswith(token), PATIENCE)
                other.send_signal(signal.SIGTERM)
                other.wait(PATIENCE)
                assert not (redis.get(LOCK) or b"").startswith(token), "it did not release the lock"
                wait_until(
                    lambda: again.pid in speakers(redis),
                    PATIENCE,
                    lambda: f"{speakers(redis)} of {one.pid} {other.pid} {again.pid}",
                )
                order = speakers(redis)
                assert order == sorted(order, key=[one.pid, other.pid, again.pid].index)

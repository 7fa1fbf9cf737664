"""What a killed site has left behind is ended before the next one starts, whatever it is doing."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from machupicchu.run.console import Console
from machupicchu.run.instance_lock import AlreadyRunning, InstanceLock

STARTS_CHILDREN = """
import fcntl, os, sys, time
parts = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
fcntl.flock(parts, fcntl.LOCK_EX)
print("locked", flush=True)
for _ in range(500):
    if os.fork() == 0:
        os.close(1)
        time.sleep(30)
        os._exit(0)
    time.sleep(0.001)
time.sleep(30)
"""


@pytest.fixture
def leftover(tmp_path: Path):
    """A process that holds the lock of the parts and starts one child after another."""
    command = [sys.executable, "-c", STARTS_CHILDREN, str(tmp_path / "parts.lock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"locked\n"
        yield process
        process.kill()


def test_leftovers_that_start_children_while_they_are_ended_are_ended_all(tmp_path, leftover):
    said = io.StringIO()
    parts = InstanceLock(tmp_path).take(address="http://localhost:1/", console=Console(said))
    os.close(parts)
    assert leftover.wait(timeout=60) < 0
    assert "ending what it has left behind" in said.getvalue()


def test_a_second_site_of_a_folder_is_refused_with_the_address_of_the_first(tmp_path):
    InstanceLock(tmp_path).take(address="http://localhost:1/", console=Console(io.StringIO()))
    with pytest.raises(AlreadyRunning, match=rf"^http://localhost:1/ \(process {os.getpid()}\)$"):
        InstanceLock(tmp_path).take(address="http://localhost:2/", console=Console(io.StringIO()))

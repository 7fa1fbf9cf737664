"""A single web process, with a test application instead of the site."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 120
SERVERS = ("uvicorn", "daphne")
"""The servers that a web process can use."""


@contextmanager
def serving(log: Path, server: str = "uvicorn") -> Iterator[int]:
    """Run a web process with this server; yields its port. Its output goes to `log`."""
    with process(log, server) as (port, _process):
        yield port


@contextmanager
def process(log: Path, server: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run a web process; yields its port and the process."""
    with socket.socket() as listener, log.open("wb") as said:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        command = [sys.executable, "-m", "machupicchu.web", "--fd", str(listener.fileno())]
        command += ["--application", "tests.site.counting:application"]
        environment = os.environ | {"SERVER": server}
        started = subprocess.Popen(command, pass_fds=[listener.fileno()], stderr=said, env=environment)
        try:
            yield listener.getsockname()[1], started
        finally:
            started.kill()
            started.wait()


def line(port: int) -> socket.socket:
    """A connection to it."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def everything(connection: socket.socket) -> bytes:
    """Everything received until the connection is closed, even if more was to come."""
    came = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            came += part
    return came

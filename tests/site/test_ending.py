"""What a web process still does after it has been told to end, under either server."""

import socket
from pathlib import Path

import pytest

from tests.first import first
from tests.site.serving import SERVERS, everything, line, process

LARGE = 2**23
"""More bytes of a response than the system buffers at once."""
WAITS = b"GET /wait?%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % LARGE
COUNTS = b"GET /gone HTTP/1.1\r\nHost: localhost\r\n\r\n"


def is_answered(connection: socket.socket) -> bool:
    """Whether one more request gets its response."""
    connection.sendall(COUNTS)
    came = b""
    while not came.endswith(b"\r\n\r\n0"):
        part = connection.recv(4096)
        if not part:
            return False
        came += part
    return came.startswith(b"HTTP/1.1 200 ")


@pytest.mark.half_second
@pytest.mark.parametrize("server", first(["uvicorn"], of=SERVERS))
def test_what_waits_for_its_client_is_told_and_answered_and_its_connection_closed(server: str, tmp_path: Path) -> None:
    with process(tmp_path / "log", server) as (port, started), line(port) as waiting, line(port) as idle:
        assert is_answered(idle)
        waiting.sendall(WAITS)
        assert is_answered(idle), "the requests sent before have been read"
        started.terminate()
        came = everything(waiting)
        assert came.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close" in came[:1000].lower()
        assert len(came.partition(b"\r\n\r\n")[2]) == LARGE
        assert everything(idle) == b""
        started.wait(120)
        assert "Traceback" not in (tmp_path / "log").read_text()

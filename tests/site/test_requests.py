"""Limits of a web process on requests apart from the body: a number of bytes, and nothing after the body."""

import json
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from machupicchu.serving.bounds import MOST_BYTES, MOST_BYTES_BESIDE
from machupicchu.serving.connection_limits import MOST_PIPELINED
from tests.first import first
from tests.site.serving import SERVERS, everything, line, serving
from tests.stack.site import PATIENCE, wait_until

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
KEPT = b"GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n"
ENDLESS = 256 * MOST_BYTES_BESIDE


@pytest.fixture(scope="module", params=first(["uvicorn"], of=SERVERS))
def server(request: pytest.FixtureRequest) -> str:
    """The server."""
    return str(request.param)


@pytest.fixture(scope="module")
def log(server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp(server) / "log"


@pytest.fixture(scope="module")
def port(server: str, log: Path) -> Iterator[int]:
    """The port of a web process."""
    with serving(log, server) as number:
        yield number


def answer(port: int, *parts: bytes) -> bytes:
    """The response to these parts, as far as they are accepted."""
    with line(port) as connection:
        with suppress(ConnectionError):
            for part in parts:
                connection.sendall(part)
        return everything(connection)


def status(came: bytes) -> int:
    return int(came.split()[1])


def came_with(came: bytes) -> list[str]:
    """The names of the headers that the application received."""
    found = re.search(rb"came-with: (.*?)\r\n", came, re.IGNORECASE)
    assert found, came
    return json.loads(found[1])


LARGE = {
    "one": b"X-Large: " + b"x" * MOST_BYTES_BESIDE + b"\r\n",
    "many": b"X-Small: yes\r\n" * (MOST_BYTES_BESIDE // 11),
}


@pytest.mark.half_second
@pytest.mark.parametrize("headers", LARGE.values(), ids=LARGE)
def test_headers_that_are_too_large_are_refused(port: int, headers: bytes) -> None:
    assert status(answer(port, HEAD + headers + b"\r\n")) == 431


def test_an_address_that_is_too_large_is_refused(port: int) -> None:
    assert status(answer(port, HEAD.replace(b"/ ", b"/" + b"x" * MOST_BYTES_BESIDE + b" ") + b"\r\n")) == 431


ENDLESSLY = {
    "address": b"GET /",
    "name": HEAD,
    "value": HEAD + b"X-Large: ",
    "trailer": CHUNKED + b"1\r\nx\r\n0\r\nX-Large: ",
    "chunk": CHUNKED + b"1;",
}


@pytest.mark.parametrize("start", ENDLESSLY.values(), ids=ENDLESSLY)
def test_what_never_ends_is_not_read_for_long(port: int, start: bytes) -> None:
    with line(port) as connection:
        connection.sendall(start)
        sent = 0
        while sent < ENDLESS and not select([connection], [], [], 0)[0]:
            sent += connection.send(b"x" * MOST_BYTES_BESIDE)
        assert status(connection.recv(4096)) == 431
        assert sent < ENDLESS


def test_headers_within_the_bound_are_read_whole(port: int) -> None:
    headers = b"X-Large: " + b"x" * (MOST_BYTES_BESIDE - 1000) + b"\r\n"
    came = answer(port, HEAD + headers + b"\r\n")
    assert status(came) == 200
    assert "x-large" in came_with(came)


@pytest.mark.half_second
def test_trailers_are_no_headers(port: int) -> None:
    trailers = (
        b"Cookie: sessionid=stolen\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    )
    came = answer(port, CHUNKED + b"1\r\nx\r\n0\r\n" + trailers + b"\r\n")
    assert status(came) == 200
    assert came.endswith(b"\r\n\r\n1")
    assert came_with(came) == ["host", "connection", "transfer-encoding"]


def test_trailers_that_are_too_large_are_refused(port: int) -> None:
    assert status(answer(port, CHUNKED + b"1\r\nx\r\n0\r\n" + LARGE["many"] + b"\r\n")) == 431


def test_a_body_in_crumbs_is_refused_where_what_is_between_them_becomes_too_large(port: int) -> None:
    assert status(answer(port, CHUNKED + b"1\r\nx\r\n" * MOST_BYTES_BESIDE + b"0\r\n\r\n")) == 431


def test_what_is_refused_and_then_cannot_be_read_is_no_fault_of_ours(port: int, log: Path) -> None:
    too_large = b"%x\r\n%s\r\n" % (MOST_BYTES + 1, b"x" * (MOST_BYTES + 1))
    answer(port, CHUNKED + too_large + b"no chunk at all\r\n" * 100)
    answer(port, HEAD + b"Content-Length: %d\r\n\r\n" % (MOST_BYTES + 1) + b"x" * (MOST_BYTES + 1) + b"no request\r\n")
    assert status(answer(port, HEAD + b"\r\n")) == 200
    assert "Traceback" not in log.read_text()


def test_a_client_that_pipelines_and_leaves_is_gone_for_the_first_of_its_requests(port: int, log: Path) -> None:
    def gone() -> int:
        return int(answer(port, HEAD.replace(b"/ ", b"/gone ") + b"\r\n").split(b"\r\n\r\n")[1])

    before = gone()
    for number in (1, 2, 3):
        with line(port) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(KEPT * number)
        wait_until(lambda number=number: gone() == before + number, PATIENCE)
    assert "Traceback" not in log.read_text()


def test_so_many_requests_wait_on_a_connection_and_no_more(port: int) -> None:
    with line(port) as connection:
        connection.sendall(KEPT * (MOST_PIPELINED + 2))
        assert everything(connection) == b""


def test_what_cannot_be_read_after_a_request_is_not_taken_for_its_answer(port: int, log: Path) -> None:
    with line(port) as connection:
        connection.sendall(KEPT + b"no request at all\r\n\r\n")
        assert everything(connection) == b""
    assert "Traceback" not in log.read_text()


def test_a_socket_does_not_begin_in_the_middle_of_an_answer(port: int, log: Path) -> None:
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with line(port) as connection:
        connection.sendall(KEPT + upgrade)
        assert everything(connection) == b""
    with line(port) as connection:
        connection.sendall(upgrade)
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
    assert "Traceback" not in log.read_text()

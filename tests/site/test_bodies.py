"""Large bodies are refused before they are read, by the server that the site runs on."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from machupicchu.serving.bounds import MOST_BYTES as MOST

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
PATIENCE = 120


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a web process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        command = [sys.executable, "-m", "machupicchu.web", "--fd", str(listener.fileno())]
        command += ["--application", "tests.site.counting:application"]
        server = subprocess.Popen(command, pass_fds=[listener.fileno()])
        try:
            yield listener.getsockname()[1]
        finally:
            server.kill()
            server.wait()


def answer(port: int, *parts: bytes) -> bytes:
    """The response to these parts, sent one after another as far as the server accepts them."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        try:
            for part in parts:
                connection.sendall(part)
                time.sleep(0.05)
        except ConnectionError:
            pass
        came = b""
        with suppress(ConnectionError):  # it may close with more to come
            while part := connection.recv(4096):
                came += part
    return came


def status(came: bytes) -> int:
    return int(came.split()[1])


@pytest.mark.long
def test_a_body_within_the_bound_is_read_whole(port: int) -> None:
    came = answer(port, HEAD + b"Content-Length: %d\r\n\r\n" % MOST, b"x" * MOST)
    assert (status(came), came.split(b"\r\n\r\n")[1]) == (200, str(MOST).encode())


@pytest.mark.half_second
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(port: int) -> None:
    came = answer(port, HEAD + b"Content-Length: %d\r\n\r\n" % (10**12))
    assert status(came) == 413


def test_a_body_in_chunks_is_refused_where_it_becomes_too_large(port: int) -> None:
    chunk = b"%x\r\n%s\r\n" % (MOST // 4, b"x" * (MOST // 4))
    came = answer(port, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 4, b"1\r\nx\r\n")
    assert status(came) == 413


def test_what_follows_a_refused_request_on_its_connection_is_not_answered(port: int) -> None:
    after = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    came = answer(port, HEAD + b"Content-Length: %d\r\n\r\n" % (MOST + 1) + b"x" * 1000 + after)
    assert came.count(b"HTTP/1.1") == 1
    assert status(came) == 413


@pytest.mark.half_second
@pytest.mark.parametrize("root_path", [b"/elsewhere", b"\xff"])
def test_no_request_tells_the_site_where_it_lies(port: int, root_path: bytes) -> None:
    came = answer(
        port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nDaphne-Root-Path: " + root_path + b"\r\n\r\n"
    )
    assert status(came) == 200
    assert b"root-path:" in came.lower(), came
    assert b"elsewhere" not in came

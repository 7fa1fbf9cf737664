"""Limits on what an open socket may send, and on how many responses it may leave unread."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from machupicchu.serving.connection_limits import MOST_SAID, MOST_SOCKETS
from tests.first import first
from tests.site.serving import SERVERS, line, serving

PATIENCE = 120
PING = b"\x89\x80abcd"
EMPTY = b"\x82\x80abcd"
MASKED_LARGE = b"\x82\xfe\xff\xffabcd"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ENDLESS = 2**24


@pytest.fixture(scope="module", params=first(["uvicorn"], of=SERVERS))
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a web process."""
    with serving(tmp_path_factory.mktemp("web") / "log", request.param) as number:
        yield number


@pytest.mark.parametrize("frame", [PING, EMPTY, MASKED_LARGE], ids=["pings", "messages", "a message"])
def test_a_socket_that_says_much_is_cut(port: int, frame: bytes) -> None:
    with line(port) as connection:
        connection.sendall(UPGRADE)
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        sent = 0
        try:
            while sent < ENDLESS:
                sent += connection.send(frame * 4096)
        except ConnectionError:
            return
        raise AssertionError("everything was taken")


@pytest.mark.half_second
def test_what_comes_before_the_handshake_is_over_is_bounded_too(port: int) -> None:
    with line(port) as connection:
        connection.sendall(UPGRADE.replace(b"/ws ", b"/never "))
        sent = 0
        try:
            while sent < ENDLESS:
                sent += connection.send(b"x" * 65536)
        except ConnectionError:
            return
        raise AssertionError("everything was taken")


def test_a_socket_that_pings_now_and_then_is_answered(port: int) -> None:
    with connect(f"ws://localhost:{port}/ws", open_timeout=PATIENCE) as socket:
        for _number in range(MOST_SAID // 20):
            assert socket.ping().wait(PATIENCE)


@pytest.mark.half_second
def test_one_address_has_so_many_sockets_and_no_more(port: int) -> None:
    with ExitStack() as many:
        address = f"ws://127.0.0.1:{port}/ws"
        for _number in range(MOST_SOCKETS):
            connection = many.enter_context(line(port))
            connection.sendall(UPGRADE)
            assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        with pytest.raises(InvalidStatus, match="429"), connect(address, open_timeout=PATIENCE):
            pass

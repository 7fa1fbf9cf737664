"""What a guard passes on to a server, and when: for any server, and however the input is cut into pieces."""

import asyncio
from collections.abc import Callable

import pytest

from common.limits import OF_A_SITE
from machupicchu.serving import connection_limits
from machupicchu.serving.connection_limits import MOST_AHEAD, MOST_PIPELINED
from machupicchu.serving.guard import Guard, _counts

ONE = b"GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"
TWO = ONE.replace(b"one", b"two")
FORM = b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"
CHUNKED = b"POST /form HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nConnection: keep-alive\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Heard:
    """A transport that records the guard's decisions."""

    def __init__(self) -> None:
        self.passed = b""
        self.said = b""
        self.is_held = False
        self.end = ""

    def pass_on(self, data: bytes) -> None:
        self.passed += data

    def turn_away(self, answer: bytes) -> None:
        self.said += answer

    def hold(self, is_held: bool) -> None:
        self.is_held = is_held

    def close(self) -> None:
        self.end = "closed"

    def cut(self) -> None:
        self.end = "cut"


def talk(then: Callable[[Guard, Heard], object]) -> None:
    """Call `then` with a guard and its transport."""

    async def within_a_loop() -> None:
        way = Heard()
        guard = Guard(way, None, None)
        then(guard, way)
        guard.lost()

    asyncio.run(within_a_loop())


def passed(came: bytes, size: int = 0) -> bytes:
    """What is passed on of this input, in pieces of this size, if each request is answered once it is complete."""
    result = b""

    def read(guard: Guard, way: Heard) -> None:
        nonlocal result
        for start in range(0, len(came), size or len(came)):
            guard.receive(came[start : start + (size or len(came))])
            while (request := guard.asked()) is not None and request.is_whole:
                guard.answered(request)
        result = way.passed

    talk(read)
    return result


def test_a_request_waits_until_the_one_before_it_is_answered() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(ONE + TWO[:9])
        first = guard.asked()
        guard.receive(TWO[9:])
        assert way.passed == ONE
        guard.answered(first)
        assert way.passed == ONE + TWO

    talk(ask)


def test_what_waits_is_not_read_without_end() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        form = FORM.replace(b"5", b"%d" % MOST_AHEAD) + b"x" * MOST_AHEAD
        guard.receive(ONE + form)
        assert way.is_held
        guard.answered(guard.asked())
        assert not way.is_held
        assert way.passed == ONE + form

    talk(ask)


def test_the_rest_of_what_is_answered_early_is_read_before_the_next_begins() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(FORM + b"ab")
        guard.answered(guard.asked())
        guard.receive(b"cde" + TWO)
        assert way.passed == FORM + b"abcde" + TWO

    talk(ask)


def test_what_is_wrong_is_not_said_in_the_middle_of_an_answer() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(FORM + b"ab")
        guard.asked().has_begun = True
        guard.receive(b"cde\r\nno request\r\n\r\n")
        assert (way.said, way.end) == (b"", "cut")

    talk(ask)


def test_more_than_may_wait_is_cut() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(ONE * (MOST_PIPELINED + 1))
        assert way.end == ""
        guard.receive(ONE)
        assert way.end == "cut"

    talk(ask)


def test_after_the_last_request_the_connection_is_closed() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(ONE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + TWO)
        guard.answered(guard.asked())
        assert b"two" not in way.passed
        assert way.end == "closed"

    talk(ask)


def test_an_ending_process_answers_what_has_come() -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(ONE + TWO)
        guard.ends()
        assert not guard.is_quiet
        guard.answered(guard.asked())
        assert (way.passed, way.end) == (ONE, "closed")

    talk(ask)


def test_what_is_sent_ahead_waits_for_the_turn_of_its_address() -> None:
    turns: list[str] = []

    class Way(Heard):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def pass_on(self, data: bytes) -> None:
            super().pass_on(data)
            if data == TWO:
                turns.append(self.name)

    async def ask() -> None:
        crowd = [f"192.0.2.1 {number}" for number in range(5)]
        guards = []
        for port, name in enumerate([*crowd, "192.0.2.2 alone"]):
            guard = Guard(Way(name), (name.split()[0], port), ("192.0.2.9", 80))
            guards.append(guard)
            guard.receive(ONE + TWO)
            guard.answered(guard.asked())
            guard.receive(b"")
        assert turns == []
        guards[4].lost()
        while len(turns) < 5:
            await asyncio.sleep(0.001)
        assert sorted(turns) == sorted([*crowd[:4], "192.0.2.2 alone"])
        assert turns.index("192.0.2.2 alone") < 2
        assert [name for name in turns if name in crowd] == crowd[:4]
        guards[0].answered(guards[0].asked())
        guards[0].receive(TWO)
        assert turns[-1] == crowd[0], "what comes after an answer has no turn to wait for"
        for guard in guards[:4] + guards[5:]:
            guard.lost()

    asyncio.run(ask())


def from_networks(*networks: int) -> list[tuple[Heard, Guard]]:
    """Connections from these IPv6 networks of one owner. Call it within a loop."""
    ways = [Heard() for _network in networks]
    ends = [((f"2001:db8:1:{network:x}::1", port), ("2001:db8::9", 80)) for port, network in enumerate(networks)]
    return [(way, Guard(way, *of)) for way, of in zip(ways, ends, strict=True)]


def test_all_networks_of_one_owner_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MOST_WAITING", 1)

    async def connect() -> list[str]:
        there = from_networks(*range(OF_A_SITE + 1))
        stranger = Heard()
        there.append((stranger, Guard(stranger, ("2001:db8:2::1", 1), ("2001:db8::9", 80))))
        ends = [way.end for way, _guard in there]
        for _way, guard in there:
            guard.lost()
        return ends

    assert asyncio.run(connect()) == ["cut", *[""] * (OF_A_SITE + 1)]


def test_what_waits_for_an_answer_is_counted_for_all_networks_of_an_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MOST_HELD", len(FORM))

    async def send() -> list[bytes]:
        there = from_networks(*range(OF_A_SITE + 1))
        for _way, guard in there:
            guard.receive(FORM)
        for _way, guard in there:
            guard.lost()
        return [way.said[:12] for way, _guard in there]

    assert asyncio.run(send()) == [*[b""] * OF_A_SITE, b"HTTP/1.1 429"]
    assert not _counts._held


@pytest.mark.parametrize("size", [0, 1, 7, 100])
def test_a_server_reads_the_same_however_it_comes(size: int) -> None:
    came = ONE + FORM + b"abcde" + CHUNKED + b"3;a=b\r\nabc\r\n1\r\nd\r\n0\r\nCookie: a=b\r\n\r\n" + TWO
    chunks = passed(came, size)
    assert chunks.startswith(ONE + FORM + b"abcde" + CHUNKED)
    assert chunks.endswith(b"\r\n0\r\n\r\n" + TWO)
    assert b"Cookie" not in chunks
    assert b";" not in chunks


def test_only_a_guard_says_what_is_a_socket() -> None:
    socket = passed(SOCKET + b"more")
    assert socket.endswith(b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore")
    assert socket.lower().count(b"connection") == 1
    assert b"Extensions" not in socket
    for odd in (b"Upgrade: websocket", b"Connection: Upgrade\r\nUpgrade: h2c"):
        assert b"\r\nUpgrade" not in passed(ONE.replace(b"\r\n\r\n", b"\r\n%b\r\n\r\n" % odd) + TWO)


@pytest.mark.parametrize(
    "request_",
    [
        b"CONNECT localhost:80 HTTP/1.1\r\n\r\n",
        b"GET http://localhost HTTP/1.1\r\n\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\n\r\n",
        FORM.replace(b"Host: ", b"Connection: Upgrade\r\nUpgrade: h2c\r\nHost: ") + b"abcde",
        FORM.replace(b"Host: ", b"Transfer-Encoding: chunked\r\nHost: ") + b"abcde",
    ],
)
def test_what_servers_would_read_differently_reaches_none(request_: bytes) -> None:
    def ask(guard: Guard, way: Heard) -> None:
        guard.receive(request_)
        assert way.said.startswith(b"HTTP/1.1 400 ")
        assert way.passed == b""

    talk(ask)

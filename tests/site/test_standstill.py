"""A client that reads nothing of what it is sent is cut off, even while the connection is closing."""

import asyncio
import socket
from typing import Any

import pytest
import uvloop

from machupicchu.serving import standstill
from machupicchu.serving.standstill import Standstill

SENT = b"x" * 2**23
"""More than the system buffers for a client that does not read."""


class Sending(asyncio.Protocol):
    """Sends everything at once to each client."""

    def __init__(self, looked_after: Standstill, *, closes: bool) -> None:
        self.looked_after = looked_after
        self.closes = closes
        self.is_over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.looked_after.add(transport, asyncio.get_running_loop())
        transport.write(SENT)
        if self.closes:
            transport.close()

    def resume_writing(self) -> None:
        self.looked_after.moved(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.looked_after.remove(self.transport)
        self.is_over.set_result(None)


async def taken(client: socket.socket) -> int:
    """The number of bytes received, a few at a time, until the connection is closed."""
    size, loop = 0, asyncio.get_running_loop()
    try:
        while part := await loop.sock_recv(client, 65536):
            size += len(part)
    except ConnectionError:
        pass
    return size


async def sent_to(*, reads: bool, closes: bool) -> int:
    """The number of bytes a client has read when the connection is over."""
    looked_after, made = Standstill(), list[Sending]()

    def protocol() -> Sending:
        made.append(Sending(looked_after, closes=closes))
        return made[-1]

    loop = asyncio.get_running_loop()
    server = await loop.create_server(protocol, "127.0.0.1", 0)
    with socket.socket() as client:
        client.setblocking(False)
        await loop.sock_connect(client, server.sockets[0].getsockname())
        size = await taken(client) if reads else 0
        while not made:
            await asyncio.sleep(0)
        await made[0].is_over
    server.close()
    assert not len(looked_after)
    return size


@pytest.mark.parametrize("closes", [False, True])
def test_a_client_that_takes_nothing_is_cut(closes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(standstill, "STILL_SECONDS", 0.1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(sent_to(reads=False, closes=closes), 60))


def test_a_client_that_takes_some_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "LOOK_SECONDS", 0.001)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(asyncio.wait_for(sent_to(reads=True, closes=True), 60)) == len(SENT)

"""uvicorn for a web process, with a guard in front of each of its connections.

In front stands a plain protocol of asyncio, which is the transport of uvicorn's own protocols: these are as they were
made, for pages and for sockets.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_local_addr, get_remote_addr

from machupicchu.guard import Guard, last_requests
from machupicchu.lines import KERNEL_BYTES
from machupicchu.standstill import Standstill
from machupicchu.telling import Telling

standstill = Standstill()
"""Cuts the connections of this process whose clients do not take what they are sent."""


class Line(asyncio.Protocol):
    """A connection. To uvicorn's protocol behind it, it is the transport: it has what that asks of one."""

    _transport: Any
    _guard: Guard
    write: Callable[[bytes], None]
    get_extra_info: Callable[..., Any]

    def __init__(self, **options: Any) -> None:
        self._server: Any = HttpToolsProtocol(**options)
        self._is_held = self._is_paused = False
        """Whether the guard, whether the server, wants nothing more for now."""
        self._is_left = False
        """Whether the server has been told that the client has gone."""

    # The protocol of the real transport.

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        self._transport = transport
        self.write, self.get_extra_info = transport.write, transport.get_extra_info
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        standstill.add(transport, asyncio.get_running_loop())
        self._server.connection_made(self)
        self._guard = Guard(self, get_remote_addr(transport), get_local_addr(transport))

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self._guard.receive(data)

    def eof_received(self) -> None:
        """The client sends nothing more: then the connection is closed."""

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        if not self._is_left:
            self._server.pause_writing()

    def resume_writing(self) -> None:
        """It has taken it."""
        standstill.moved(self._transport)
        if not self._is_left:
            self._server.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, whatever it still waits for."""
        standstill.remove(self._transport)
        self._guard.lost()
        self._leave(exc)

    # The transport of the server's protocol.

    def set_protocol(self, protocol: Any) -> None:
        """From now on another protocol serves: that of a socket."""
        self._server = protocol

    def pause_reading(self) -> None:
        """The server wants nothing more for now."""
        self._is_paused = True
        self._pause()

    def resume_reading(self) -> None:
        """It wants more."""
        self._is_paused = False
        self._pause()

    def is_closing(self) -> bool:
        """Whether the server can send nothing more."""
        return self._is_left or self._transport.is_closing()

    def close(self) -> None:
        """Close the connection once everything is sent. What was turned away stays open a moment longer."""
        if not self._is_left:
            self._transport.close()

    # The way of the guard.

    def pass_on(self, data: bytes) -> None:
        """Let the server read this."""
        self._server.data_received(data)

    def turn_away(self, answer: bytes) -> None:
        """Send this as the last thing."""
        self._leave(ConnectionAbortedError())
        self.resume_reading()
        self._transport.write(answer)
        self._transport.write_eof()

    def hold(self, is_held: bool) -> None:
        """Read nothing more for now, or read again."""
        self._is_held = is_held
        self._pause()

    def cut(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def _pause(self) -> None:
        if self._is_held or self._is_paused:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _leave(self, exc: Exception | None) -> None:
        if not self._is_left:
            self._is_left = True
            self._server.connection_lost(exc)


class Server(uvicorn.Server):
    """Shows, as long as its loop goes round, that the process works, and takes its time to end."""

    def __init__(self, config: uvicorn.Config, telling: Telling, beat: Callable[[], object]) -> None:
        super().__init__(config)
        self._telling = telling
        self._beat = beat

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % 10 == 0:
            self._beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, and end those that are open.

        uvicorn closes idle ones at once, and loses what was just sent: a proxy cannot send an action again, as nobody
        knows whether it was played.
        """
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        self._telling.end()
        await last_requests()
        await super().shutdown(sockets)

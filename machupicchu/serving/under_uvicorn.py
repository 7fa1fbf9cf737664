"""uvicorn for a web process, with a guard in front of each connection.

`Line` is a plain asyncio protocol, which acts as the transport of uvicorn's own protocols for pages and for sockets:
these are unchanged.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_local_addr, get_remote_addr

from machupicchu.serving.connection_limits import KERNEL_BYTES
from machupicchu.serving.guard import Guard, last_requests
from machupicchu.serving.guarded_application import GuardedApplication
from machupicchu.serving.standstill import Standstill

standstill = Standstill()
"""Cuts the connections of this process whose clients do not read what they are sent."""


class Line(asyncio.Protocol):
    """A connection: the protocol of the real transport, and the transport of uvicorn's protocol behind it."""

    _transport: Any
    _guard: Guard
    write: Callable[[bytes], None]
    get_extra_info: Callable[..., Any]

    def __init__(self, **options: Any) -> None:
        self._server: Any = HttpToolsProtocol(**options)
        self._is_held = self._is_paused = False
        """Whether reading is paused by the guard (held), or by the server."""
        self._is_left = False
        """Whether the server has been told that the client disconnected."""

    # As the protocol of the real transport.

    def connection_made(self, transport: Any) -> None:
        """Called when a client has connected."""
        self._transport = transport
        self.write, self.get_extra_info = transport.write, transport.get_extra_info
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        standstill.add(transport, asyncio.get_running_loop())
        self._server.connection_made(self)
        self._guard = Guard(self, get_remote_addr(transport), get_local_addr(transport))

    def data_received(self, data: bytes) -> None:
        """Called when data has arrived: pass it to the guard."""
        self._guard.receive(data)

    def eof_received(self) -> None:
        """Called when the client has sent everything. Returning None closes the connection."""

    def pause_writing(self) -> None:
        """Called when the write buffer is full."""
        if not self._is_left:
            self._server.pause_writing()

    def resume_writing(self) -> None:
        """Called when the write buffer has drained."""
        standstill.moved(self._transport)
        if not self._is_left:
            self._server.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection is closed, even if a response is still to come."""
        standstill.remove(self._transport)
        self._guard.lost()
        self._leave(exc)

    # As the transport of the server's protocol.

    def set_protocol(self, protocol: Any) -> None:
        """Switch to another protocol of the server: that of a socket."""
        self._server = protocol

    def pause_reading(self) -> None:
        """Read no more for now, as the server wants."""
        self._is_paused = True
        self._pause()

    def resume_reading(self) -> None:
        """Read again, as the server wants, unless the guard holds the connection."""
        self._is_paused = False
        self._pause()

    def is_closing(self) -> bool:
        """Whether the server can no longer send."""
        return self._is_left or self._transport.is_closing()

    def close(self) -> None:
        """Close the connection once everything is sent. One that was turned away stays open a moment longer."""
        if not self._is_left:
            self._transport.close()

    # As the `Way` of the guard.

    def pass_on(self, data: bytes) -> None:
        """Pass data on to the server."""
        self._server.data_received(data)

    def turn_away(self, answer: bytes) -> None:
        """Send a final response, and tell the server that the client disconnected."""
        self._leave(ConnectionAbortedError())
        self.resume_reading()
        self._transport.write(answer)
        self._transport.write_eof()

    def hold(self, is_held: bool) -> None:
        """Stop reading for now, or read again."""
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
    """uvicorn's server, with a heartbeat while its loop runs, and a graceful shutdown."""

    def __init__(self, config: uvicorn.Config, application: GuardedApplication, beat: Callable[[], object]) -> None:
        super().__init__(config)
        self._application = application
        self._beat = beat

    async def on_tick(self, counter: int) -> bool:
        """Beat every second. Called by uvicorn ten times a second."""
        if counter % 10 == 0:
            self._beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, wait for requests that are on their way, and end the open connections.

        uvicorn alone would close idle ones at once and lose requests that were just sent. A proxy cannot send an action
        again, since it does not know whether it was played.
        """
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        self._application.end()
        await last_requests()
        await super().shutdown(sockets)

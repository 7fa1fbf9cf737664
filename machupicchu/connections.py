"""How many connections one address may keep open at a web process, how long a request may take to come, and how large
it may be.

Every connection takes one of the files that a process may have open. Whoever opens thousands and asks for nothing
would otherwise shut everybody else out. Sockets leave this count once they are open: they are counted where they are
answered (`games.sockets`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from machupicchu.limits import counted_as

MOST_WAITING = 100
"""Connections of one address on which no whole request lies. One more, and the one that has waited longest is closed:
so a browser beside the one that only opens connections is served."""

MOST = 300
"""Connections of one address, those whose request is being answered included."""

MOST_BYTES = 1024 * 1024
"""Of the body of a request. The largest thing that anybody sends here is the record of a match."""

HEADER_SECONDS = 10.0
"""Within these the headers of a request are there, counted from its first byte or from the opening of the connection.
"""
REQUEST_SECONDS = 60.0
"""Within these after its headers the whole body is there."""

LINGER_SECONDS = 1.0
"""So long a refused request is still read, and thrown away: closing at once would take the answer away again."""

UNREAD = frozenset({b"sec-websocket-protocol", b"sec-websocket-extensions"})

HANDSHAKE = frozenset({b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version"})

REFUSED = "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LARGE, UNREADABLE = "413 Content Too Large", "400 Bad Request"


class Connections:
    """The open connections of this process by the address at the other end, without sockets."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[BoundedProtocol, None]] = defaultdict(dict)
        self._answering: dict[str, set[BoundedProtocol]] = defaultdict(set)

    def waits(self, connection: BoundedProtocol) -> None:
        """The connection has no whole request: now it is the one that has waited shortest."""
        address = connection.address
        self._answering[address].discard(connection)
        waiting = self._waiting[address]
        waiting.pop(connection, None)
        waiting[connection] = None
        while len(waiting) > MOST_WAITING or (waiting and len(waiting) + len(self._answering[address]) > MOST):
            longest = next(iter(waiting))
            self.left(longest)
            longest.transport.abort()

    def answers(self, connection: BoundedProtocol) -> None:
        """A whole request lies on the connection."""
        self._waiting[connection.address].pop(connection, None)
        self._answering[connection.address].add(connection)

    def left(self, connection: BoundedProtocol) -> None:
        """The connection is closed, or has become a socket."""
        address = connection.address
        self._waiting[address].pop(connection, None)
        self._answering[address].discard(connection)
        if not self._waiting[address] and not self._answering[address]:
            del self._waiting[address], self._answering[address]


_open = Connections()


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is counted, and closed when a request takes too long to come or is too large.

    All it adds hangs on methods that uvicorn calls: one that is renamed makes `tests/stack/test_connections.py` fail.
    """

    address = ""
    """At the other end; "" where it is not bounded: a proxy stands there, which speaks for everybody."""
    _deadline: asyncio.TimerHandle | None = None
    _came = 0
    _refused = False

    def connection_made(self, transport: Any) -> None:
        """A visitor has come."""
        super().connection_made(transport)
        self._within(HEADER_SECONDS)
        if self.client is not None and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            self.address = counted_as(self.client[0].partition("%")[0])
        if self.address:
            _open.waits(self)

    def data_received(self, data: bytes) -> None:
        """Some of a request has come, perhaps the first of the next one."""
        if self._refused:
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._within(HEADER_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The body, if there is one, may take its time; one that is said to be too large need not come at all."""
        self._within(REQUEST_SECONDS)
        self._came = 0
        lengths = [value for name, value in self.headers if name == b"content-length"]
        if any(value.isdigit() and int(value) > MOST_BYTES for value in lengths):
            self._refuse(TOO_LARGE)
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body has come."""
        self._came += len(body)
        if self._came > MOST_BYTES:
            self._refuse(TOO_LARGE)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole: from now on the visitor waits for us."""
        if self._refused:
            return
        self._within(None)
        if self.address:
            _open.answers(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The request is answered."""
        if self.address:
            _open.waits(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a socket from now on. Our sockets speak no protocol of their own and pack nothing, so what
        a browser says of these is left out: it would have to be ASCII. So do the other headers of a socket.
        """
        if not all(_is_read(name, value) for name, value in self.headers):
            self._refuse(UNREADABLE)
            return
        self._within(None)
        self._leave()
        self.headers[:] = [(name, value) for name, value in self.headers if name not in UNREAD]
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor is gone."""
        self._within(None)
        self._leave()
        super().connection_lost(exc)

    def _refuse(self, status: str) -> None:
        """Say what is wrong with the request, and hear nothing more of it: no page is told of it."""
        if self._refused:
            return
        self._refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(REFUSED.format(status).encode())
        self.transport.write_eof()
        self._within(LINGER_SECONDS)

    def _leave(self) -> None:
        if self.address:
            _open.left(self)
            self.address = ""

    def _within(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


def _is_read(name: bytes, value: bytes) -> bool:
    """Whether a header of a socket can be read: wsproto decodes those that it needs, and fails where it cannot."""
    try:
        value.decode("idna" if name == b"host" else "ascii" if name in HANDSHAKE else "latin-1")
    except UnicodeError:
        return False
    return True

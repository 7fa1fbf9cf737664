"""Limits of a web process: connections per address, time for a request to arrive, and size of a request.

Every connection uses one of the files that a process may have open. Somebody who opens thousands and sends nothing
would otherwise shut everybody else out. Sockets leave this count once they are open: they are counted where they are
served (`games.sockets`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from common.limits import counted_as

MOST_WAITING = 100
"""Connections of one address without a complete request.

One more closes the one that has waited longest, so that a browser at the same address as somebody who only opens
connections is still served.
"""

MOST = 300
"""Connections of one address, including those whose request is being answered."""

MOST_BYTES = 1024 * 1024
"""The largest body of a request. The largest thing anybody sends here is the record of a match."""

HEADER_SECONDS = 10.0
"""The time for the headers of a request to arrive, from its first byte or from the opening of the connection."""
REQUEST_SECONDS = 60.0
"""The time after its headers for the whole body to arrive."""

LINGER_SECONDS = 1.0
"""How long a refused request is still read and discarded: closing at once would take the answer away again."""

LAST_SECONDS = 1.0
"""How long an ending process still accepts a request on an open connection: it may already be on its way."""
LAST_LOOK_SECONDS = 0.05
"""How much later a connection with nothing on it is closed.

Data that arrived while the process had no processor is waiting there when the time is over, and is read only then.
"""

UNREAD = frozenset({b"sec-websocket-protocol", b"sec-websocket-extensions"})

HANDSHAKE = frozenset({b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version"})

REFUSED = "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LARGE, UNREADABLE = "413 Content Too Large", "400 Bad Request"


class Connections:
    """The open connections of this process by remote address, without sockets."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[BoundedProtocol, None]] = defaultdict(dict)
        self._answering: dict[str, set[BoundedProtocol]] = defaultdict(set)

    def waits(self, connection: BoundedProtocol) -> None:
        """The connection has no complete request: it is now the one that has waited shortest."""
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
        """The connection has a complete request."""
        self._waiting[connection.address].pop(connection, None)
        self._answering[connection.address].add(connection)

    def left(self, connection: BoundedProtocol) -> None:
        """Forget a connection that is closed or has become a WebSocket."""
        address = connection.address
        self._waiting[address].pop(connection, None)
        self._answering[address].discard(connection)
        if not self._waiting[address] and not self._answering[address]:
            del self._waiting[address], self._answering[address]


_open = Connections()


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is counted, and closed if a request takes too long to arrive or is too large.

    Everything it adds is in methods that uvicorn calls: if one is renamed, `tests/stack/test_connections.py` fails.
    """

    address = ""
    """The remote address; "" if it is not limited: a proxy, which speaks for everybody."""
    _deadline: asyncio.TimerHandle | None = None
    _came = 0
    _refused = False
    _ends = False

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        super().connection_made(transport)
        self._within(HEADER_SECONDS)
        if self.client is not None and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            self.address = counted_as(self.client[0].partition("%")[0])
        if self.address:
            _open.waits(self)

    def data_received(self, data: bytes) -> None:
        """Part of a request has arrived, perhaps the start of the next one."""
        if self._refused:
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._within(HEADER_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The body, if any, may take its time; one that is declared too large need not arrive at all."""
        self._within(REQUEST_SECONDS)
        self._came = 0
        lengths = [value for name, value in self.headers if name == b"content-length"]
        if any(value.isdigit() and int(value) > MOST_BYTES for value in lengths):
            self._refuse(TOO_LARGE)
        else:
            super().on_headers_complete()
            if self._ends and self.cycle is not None:
                self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Part of the body has arrived."""
        self._came += len(body)
        if self._came > MOST_BYTES:
            self._refuse(TOO_LARGE)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete: from now on the client waits for us."""
        if self._refused:
            return
        self._within(None)
        if self.address:
            _open.answers(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The request has been answered."""
        if self.address:
            _open.waits(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a socket from now on.

        Our sockets use no subprotocol and no compression, so what a browser offers of these is dropped: it would have
        to be ASCII. The other headers of the handshake have to be, too, or the request is refused.
        """
        if not all(_is_read(name, value) for name, value in self.headers):
            self._refuse(UNREADABLE)
            return
        self._within(None)
        self._leave()
        self.headers[:] = [(name, value) for name, value in self.headers if name not in UNREAD]
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._within(None)
        self._leave()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The process is to end, but does not close idle connections at once.

        uvicorn would, and lose what was just sent: a proxy cannot send an action again, as nobody knows whether it was
        played.
        """
        if self._is_answering():
            super().shutdown()
            self.cycle.message_event.set()  # a stream ends as soon as anything comes from its client, even nothing
        else:
            self._ends = True
            self.loop.call_later(LAST_SECONDS, self._look_once_more)

    def _look_once_more(self) -> None:
        self.loop.call_later(LAST_LOOK_SECONDS, self._end)

    def _end(self) -> None:
        if not self._is_answering():
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, status: str) -> None:
        """Answer what is wrong with the request and read nothing more of it; no page ever sees it."""
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
    """Whether a socket's header can be read: wsproto decodes those it needs, and fails where it cannot."""
    try:
        value.decode("idna" if name == b"host" else "ascii" if name in HANDSHAKE else "latin-1")
    except UnicodeError:
        return False
    return True

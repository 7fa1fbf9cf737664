"""Limits of a web process under uvicorn: connections per address, time for a request to arrive, and size of a request.

Those of `machupicchu.bounds` hold under any server; here they hold before anything is kept or written.

How many may wait stands in `machupicchu.lines`. Sockets leave this count once they are open: they are counted where
they are served (`games.sockets`), and bounded by `machupicchu.websocket`. docs/operating.md lists all limits.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from common.openings import Openings
from machupicchu.bounds import BETWEEN, MOST_BYTES, MOST_BYTES_BESIDE, REQUEST_SECONDS
from machupicchu.lines import (
    HEAD_TOO_LARGE,
    HEADER_SECONDS,
    LINGER_SECONDS,
    MOST_SOCKETS,
    REFUSED,
    TOO_LARGE,
    TOO_MUCH,
    UNREADABLE,
    Connections,
    limited_address,
)
from machupicchu.standstill import Standstill

MOST_PIPELINED = 16
"""Requests that may wait on a connection for the answers to those before them. Browsers send none ahead."""

SLICE = 16 * 1024
"""So many bytes are read at once: to know what belongs to which request, as the parser does not tell."""

KERNEL_BYTES = 128 * 1024
"""What the system keeps of an answer for a client that reads slowly; by itself it would keep megabytes."""

LAST_SECONDS = 1.0
"""How long an ending process still accepts a request on an open connection: it may already be on its way."""
LAST_LOOK_SECONDS = 0.05
"""How much later a connection with nothing on it is closed.

Data that arrived while the process had no processor is waiting there when the time is over, and is read only then.
"""

UNREAD = frozenset({b"sec-websocket-protocol", b"sec-websocket-extensions"})

HANDSHAKE = frozenset({b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version"})


_open = Connections()
sockets = Openings()
"""The connections of this process that have become sockets, by remote address."""
standstill = Standstill()
"""Cuts the connections of this process whose clients do not take what they are sent."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is counted, and closed if a request takes too long to arrive or is too large.

    Everything it adds is in methods that uvicorn calls: if one is renamed, `tests/stack/test_connections.py` fails.
    """

    address = ""
    """The remote address; "" if it is not limited: a proxy, which speaks for everybody."""
    _deadline: asyncio.TimerHandle | None = None
    _answered: RequestResponseCycle | None = None
    """The request that is being answered, or was last. uvicorn keeps the one that came last, and tells only that one
    when the client leaves: what is then written for the others would fail."""
    _is_head = False
    """Whether the headers of a request are still to come. What comes later is a trailer, and never believed."""
    _began = False
    """Whether a request has begun in what is being read."""
    _beside = 0
    """Bytes of the request besides its body, as far as they are known."""
    _body = 0
    """Bytes of its body."""
    _trailers = 0
    """Bytes of its trailers, as far as they are read."""
    _held = 0
    """Bytes of all requests on this connection that are not answered yet."""
    _refused = False
    """Whether nothing more is read: the request was refused, or is a socket's."""
    _ends = False

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        super().connection_made(transport)
        self._within(HEADER_SECONDS)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        standstill.add(transport, self.loop)
        self.address = limited_address(self.client)
        if self.address:
            _open.waits(self)

    def data_received(self, data: bytes) -> None:
        """Part of a request has arrived, perhaps the start of the next one."""
        if self._refused:
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._within(HEADER_SECONDS)
        if self.address:
            self._held += len(data)
            if not _open.hold(self.address, len(data)):
                self._refuse(TOO_MUCH)
                return
        if len(data) <= SLICE:
            self._read(data)
            return
        whole = memoryview(data)
        for start in range(0, len(whole), SLICE):
            if not self._refused:
                self._read(whole[start : start + SLICE])

    def _read(self, data: Any) -> None:
        body, self._began = self._body, False
        super().data_received(data)
        if not (self._began or self._refused):
            self._beside += len(data) - (self._body - body)
            if self._beside > MOST_BYTES_BESIDE:
                self._refuse(HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_head = self._began = True
        self._beside = self._body = self._trailers = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header has arrived, or a trailer: a proxy checks and adds headers only, so trailers are dropped."""
        if self._is_head:
            super().on_header(name, value)
            return
        self._trailers += len(name) + len(value) + BETWEEN
        if self._trailers > MOST_BYTES_BESIDE:
            self._refuse(HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """The body, if any, may take its time; one that is declared too large need not arrive at all."""
        self._is_head = False
        if self._refused:
            return
        self._within(REQUEST_SECONDS)
        size = len(self.url) + sum(len(name) + len(value) + BETWEEN for name, value in self.headers)
        lengths = [value for name, value in self.headers if name == b"content-length"]
        if size > MOST_BYTES_BESIDE:
            self._refuse(HEAD_TOO_LARGE)
        elif any(value.isdigit() and int(value) > MOST_BYTES for value in lengths):
            self._refuse(TOO_LARGE)
        elif len(self.pipeline) >= MOST_PIPELINED:
            self.cut()
        else:
            super().on_headers_complete()
            if self._answered is None or self._answered.response_complete:
                self._answered = self.cycle
            if self._ends and self.cycle is not None:
                self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Part of the body has arrived."""
        self._body += len(body)
        if self._body > MOST_BYTES:
            self._refuse(TOO_LARGE)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete: from now on the client waits for us."""
        if self._refused:
            return
        self._within(None)
        self._beside = 0
        if self.address:
            _open.answers(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The request has been answered; the next one that has come begins."""
        if self.pipeline:
            self._answered = self.pipeline[-1][0]
        else:
            self._release()
            if self.address:
                _open.waits(self)
        super().on_response_complete()

    def resume_writing(self) -> None:
        """The client has taken what it was sent."""
        standstill.moved(self.transport)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Nobody can read the request. While another one is being answered, this answer would be taken for its own."""
        if self._refused:
            return
        self._refused = True
        if self._is_answering_another():
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """The connection is a socket from now on.

        Our sockets use no subprotocol and no compression, so what a browser offers of these is dropped: it would have
        to be ASCII. The other headers of the handshake have to be, too, or the request is refused.
        """
        if self._refused:
            return
        if self._is_answering():  # a socket cannot begin in the middle of an answer
            self.cut()
            return
        if not all(_is_read(name, value) for name, value in self.headers):
            self._refuse(UNREADABLE)
            return
        if self.address and not sockets.have_room({self.address: MOST_SOCKETS}):
            self._refuse(TOO_MUCH)
            return
        self._refused = True
        self._within(None)
        self._leave()
        self.headers[:] = [(name, value) for name, value in self.headers if name not in UNREAD]
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, whatever it still waits for."""
        self._within(None)
        self._leave()
        standstill.remove(self.transport)
        self._leave_alone()
        self.pipeline.clear()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The process is to end, but does not close idle connections at once.

        uvicorn would, and lose what was just sent: a proxy cannot send an action again, as nobody knows whether it was
        played.
        """
        if self._is_answering():
            super().shutdown()
            assert self._answered is not None
            self._answered.message_event.set()  # a stream ends as soon as anything comes from its client, even nothing
        else:
            self._ends = True
            self.loop.call_later(LAST_SECONDS, self._look_once_more)

    def _look_once_more(self) -> None:
        self.loop.call_later(LAST_LOOK_SECONDS, self._end)

    def _end(self) -> None:
        if not self._is_answering():
            self.transport.close()

    def _is_answering(self) -> bool:
        return self._answered is not None and not self._answered.response_complete

    def _is_answering_another(self) -> bool:
        """Whether a request is being answered that is complete: not the one that is being read."""
        return self._is_answering() and self._answered is not None and not self._answered.more_body

    def _refuse(self, status: str) -> None:
        """Answer what is wrong with the request and read nothing more of it; no page ever sees it."""
        if self._refused:
            return
        if self._is_answering_another():
            self.cut()
            return
        self._refused = True
        self._leave_alone()
        self.transport.write(REFUSED.format(status).encode())
        self.transport.write_eof()
        self._within(LINGER_SECONDS)

    def cut(self) -> None:
        """Close the connection at once and without a word."""
        self._refused = True
        self.transport.abort()

    def _leave_alone(self) -> None:
        """Tell whoever answers that nobody waits for the answer any more."""
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _release(self) -> None:
        if self._held:
            _open.release(self.address, self._held)
            self._held = 0

    def _leave(self) -> None:
        self._release()
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

"""daphne instead of uvicorn: its server for a web process, with our limits in front of it.

In front stands a protocol of Twisted's own kind for such things, which sees bytes and knows nothing of daphne's. Which
requests have come whole, it hears from the application. docs/operating.md says what is bounded here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.internet.protocol import connectionDone
from twisted.internet.task import LoopingCall
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory

from common.openings import Openings
from machupicchu.bounds import MOST_BYTES, MOST_BYTES_BESIDE, REQUEST_SECONDS
from machupicchu.lines import (
    HEAD_TOO_LARGE,
    HEADER_SECONDS,
    LINGER_SECONDS,
    MOST_SAID,
    MOST_SOCKETS,
    REFUSED,
    SAID_SECONDS,
    TOO_LARGE,
    TOO_MUCH,
    Connections,
    limited_address,
)

reactor: Any = twisted_reactor
END_OF_HEAD = b"\r\n\r\n"

_open = Connections()
_sockets = Openings()
_lines: dict[tuple[str, int], Line] = {}
"""By the client, as the application is told of it."""


class Line(ProtocolWrapper):
    """A connection that is counted, and cut if a request takes too long to arrive or is too large."""

    client = ("", 0)
    address = ""
    """The remote address; "" if it is not limited: a proxy, which speaks for everybody."""
    _timer: Any = None
    _came = 0
    """Bytes since the last answer, or of a socket within SAID_SECONDS."""
    _held = 0
    """Bytes of requests that are not answered yet."""
    _tail = b""
    """The last bytes of the head, as far as it has come."""
    _is_in_head = True
    _is_refused = False
    """Whether nothing more is read."""
    _is_socket = False
    _since = 0.0

    def makeConnection(self, transport: Any) -> None:  # noqa: N802 (Twisted's names)
        """A client has connected."""
        peer = transport.getPeer()
        self.client = (peer.host, peer.port)
        self.address = limited_address(self.client)
        _lines[self.client] = self
        self._within(HEADER_SECONDS)
        if self.address:
            _open.waits(self)
        super().makeConnection(transport)  # type: ignore[no-untyped-call]

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Part of a request has arrived, or what a socket says."""
        if self._is_refused:
            return
        if self._is_socket:
            self._socket_says(len(data))
        else:
            self._request_comes(data)
        if not self._is_refused:
            super().dataReceived(data)  # type: ignore[no-untyped-call]

    def _socket_says(self, size: int) -> None:
        now = reactor.seconds()
        if now > self._since + SAID_SECONDS:
            self._since, self._came = now, 0
        self._came += size
        if self._came > MOST_SAID:
            self.cut()

    def _request_comes(self, data: bytes) -> None:
        if not self._came:
            self._within(HEADER_SECONDS)
        self._came += len(data)
        if self._is_in_head:
            seen = self._tail + data
            self._is_in_head, self._tail = END_OF_HEAD not in seen, seen[1 - len(END_OF_HEAD) :]
            if not self._is_in_head:
                self._within(REQUEST_SECONDS)
            elif self._came > MOST_BYTES_BESIDE:
                self._refuse(HEAD_TOO_LARGE)
                return
        if self._came > MOST_BYTES + MOST_BYTES_BESIDE:
            self._refuse(TOO_LARGE)
        elif self.address:
            self._held += len(data)
            if not _open.hold(self.address, len(data)):
                self._refuse(TOO_MUCH)

    def _release(self) -> None:
        if self._held:
            _open.release(self.address, self._held)
            self._held = 0

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802
        """The client has gone."""
        self._within(None)
        _lines.pop(self.client, None)
        if self.address:
            self._release()
            if self._is_socket:
                _sockets.remove((self.address,))
            else:
                _open.left(self)
            self.address = ""
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def asked(self) -> None:
        """A whole request has arrived."""
        self._within(None)
        if self.address:
            _open.answers(self)

    def answered(self) -> None:
        """It has its answer; another request may come."""
        self._came, self._tail, self._is_in_head = 0, b"", True
        self._release()
        if self.address and not self._is_socket:
            _open.waits(self)

    def becomes_socket(self) -> bool:
        """It counts as a socket from now on. Whether there is room for one."""
        self._within(None)
        self._is_socket, self._came, self._since = True, 0, reactor.seconds()
        if not self.address:
            return True
        self._release()
        _open.left(self)
        has_room = _sockets.have_room({self.address: MOST_SOCKETS})
        _sockets.add((self.address,))
        return has_room

    def cut(self) -> None:
        """Close it at once and without a word."""
        self._is_refused = True
        transport: Any = self.transport
        transport.abortConnection()

    def _refuse(self, status: str) -> None:
        """Say what is wrong with the request, and read nothing more of it: closing at once would take that away again.

        No page is ever asked.
        """
        transport: Any = self.transport
        self._is_refused = True
        transport.write(REFUSED.format(status).encode())
        self._within(LINGER_SECONDS)

    def _within(self, seconds: float | None) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None if seconds is None else reactor.callLater(seconds, self.cut)


class Front(WrappingFactory):
    """Puts a `Line` in front of each of daphne's connections."""

    protocol = Line
    noisy = False


class Daphne(Server):
    """daphne's server behind our front, that lets requests be answered before it ends."""

    def __init__(self, application: Any, *, ending: float, **options: Any) -> None:
        super().__init__(_telling(application), **options)
        self._ending = ending
        self._front: Any = None
        self._ports: list[Any] = []

    @property
    def http_factory(self) -> Any:
        """What makes the protocol of a new connection."""
        return self._front

    @http_factory.setter
    def http_factory(self, factory: Any) -> None:
        self._front = Front(factory)  # type: ignore[no-untyped-call]

    def listen_success(self, port: Any) -> None:
        """New connections are accepted there."""
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Any:
        """Accept no more connections; end sockets now, and requests once they are answered or the time is over."""
        for port in self._ports:
            port.stopListening()
        answering = []
        for protocol, details in self.connections.items():
            running = details.get("application_instance")
            if running is None or running.done():
                continue
            if isinstance(protocol, WebRequest):
                answering.append(running)
            else:
                running.cancel()
        return Deferred.fromFuture(asyncio.ensure_future(_all_done(answering, self._ending)))


def every_second(do: Callable[..., object], *arguments: object) -> None:
    """Call it every second, as long as the server's loop goes round."""
    LoopingCall(do, *arguments).start(1.0, now=False)


async def _all_done(answering: list[Any], seconds: float) -> None:
    if not answering:
        return
    _done, late = await asyncio.wait(answering, timeout=seconds)
    for one in late:
        one.cancel()
    await asyncio.sleep(0)  # what was said last is handed to the transport


def _telling(application: Any) -> Callable[..., Any]:
    """The application, whose connections hear when it is asked and has answered."""

    async def asked(scope: Any, receive: Any, send: Any) -> None:
        line = _lines.get(tuple(scope.get("client") or ()))
        if line is None:
            await application(scope, receive, send)
        elif scope["type"] == "websocket":
            if not line.becomes_socket():
                line.cut()
                return
            await application(scope, receive, send)
        else:
            line.asked()
            try:
                await application(scope, receive, send)
            finally:
                line.answered()

    return asked

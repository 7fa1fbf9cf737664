"""daphne instead of uvicorn: its server for a web process, with a guard in front of each of its connections.

In front stands a protocol of Twisted's own kind for such things, which knows nothing of daphne's. docs/operating.md
says what is not bounded here.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IPullProducer
from twisted.internet.protocol import connectionDone
from twisted.internet.task import LoopingCall
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web.http import HTTPChannel
from zope.interface import implementer

from machupicchu.bounds import MOST_BYTES_BESIDE
from machupicchu.guard import Guard, last_requests
from machupicchu.lines import KERNEL_BYTES
from machupicchu.standstill import Standstill
from machupicchu.telling import Telling

reactor: Any = twisted_reactor
standstill = Standstill()
"""Cuts the connections of this process whose clients do not take what they are sent."""


PIECE = 16 * 1024
"""So many bytes are handed to the system at once, so that it is seen how much a client takes."""

MOST_KEPT = 64 * 1024
"""With more than this still to be sent, the application waits before it sends more; daphne itself would take all."""


LOOK_SECONDS = 0.05
"""So often an ending process looks whether everything is sent."""


class Line(ProtocolWrapper):
    """A connection. To the protocol behind it, it is the transport; what is not here, the real one does.

    What the server sends is kept here, and drawn by the real transport piece by piece (as from a "pull producer").
    """

    _guard: Guard
    _is_held = _is_paused = False
    """Whether the guard, whether the server, wants nothing more for now."""
    _is_drawn = False
    """Whether something is still to be sent, so that the real transport draws it."""
    _drawn = 0
    """Bytes that it has, and has not sent."""
    _last: Callable[[], object] | None = None
    """What happens once everything is sent."""

    # The protocol of the real transport. (The names are Twisted's.)

    def makeConnection(self, transport: Any) -> None:  # noqa: N802
        """A client has connected."""
        self._kept = bytearray()
        transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        super().makeConnection(transport)  # type: ignore[no-untyped-call]
        peer, host = transport.getPeer(), transport.getHost()
        standstill.add(self, asyncio.get_running_loop())
        self._guard = Guard(self, (peer.host, peer.port), (host.host, host.port))

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Something has come."""
        self._guard.receive(data)

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802
        """The client has gone."""
        standstill.remove(self)
        self._kept.clear()
        self._guard.lost()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    # The transport of the server's protocol.

    def write(self, data: bytes) -> None:
        """Send this."""
        if self._last is not None or not data:
            return
        self._kept += data
        if self.get_write_buffer_size() > MOST_KEPT:
            self._guard.fill()
        if not self._is_drawn:
            self._is_drawn = True
            self._real.registerProducer(Drawn(self), False)

    def writeSequence(self, data: Any) -> None:  # noqa: N802
        """Send the head of an answer. One for which nobody asked the application is the last: the guard never hears
        when it is complete.
        """
        self.write(b"".join(data))
        if not self._guard.is_asked:
            reactor.callLater(0, self.close)

    def loseConnection(self) -> None:  # noqa: N802
        """Close the connection once everything is sent."""
        self.disconnecting = 1
        self._after_all(self._real.loseConnection)

    def registerProducer(self, producer: Any, streaming: Any) -> None:  # noqa: N802
        """Who sends much is told when to wait: but here the application waits itself."""

    def unregisterProducer(self) -> None:  # noqa: N802
        """See above."""

    def pauseProducing(self) -> None:  # noqa: N802
        """The server wants nothing more for now."""
        self._is_paused = True
        self._pause()

    def resumeProducing(self) -> None:  # noqa: N802
        """It wants more."""
        self._is_paused = False
        self._pause()

    # What the standstill looks at.

    def get_write_buffer_size(self) -> int:
        """How many bytes are still to be sent."""
        return len(self._kept) + self._drawn

    def abort(self) -> None:
        """The client takes nothing."""
        self.cut()

    @property
    def is_answering(self) -> bool:
        """Whether part of an answer is still to be sent."""
        return not self._guard.is_socket and self.get_write_buffer_size() > 0

    # The way of the guard.

    def pass_on(self, data: bytes) -> None:
        """Let the server read this."""
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def turn_away(self, answer: bytes) -> None:
        """Send this as the last thing. daphne has asked nobody yet: it does so once a request is whole."""
        self.resumeProducing()
        self.write(answer)
        self._after_all(self._real.loseWriteConnection)

    def hold(self, is_held: bool) -> None:
        """Read nothing more for now, or read again."""
        self._is_held = is_held
        self._pause()

    def close(self) -> None:
        """Close the connection once everything is sent."""
        self.loseConnection()

    def cut(self) -> None:
        """Close it at once."""
        self._real.abortConnection()

    def draw(self) -> None:
        """Hand on the next piece, as those before it are sent."""
        piece = bytes(self._kept[:PIECE])
        del self._kept[:PIECE]
        self._drawn = len(piece)
        if self.get_write_buffer_size() <= MOST_KEPT:
            self._guard.empty()
        if piece:
            self._real.write(piece)
            return
        self._is_drawn = False
        standstill.moved(self)
        self._real.unregisterProducer()
        if self._last is not None:
            self._last()

    @property
    def _real(self) -> Any:
        return self.transport

    def _after_all(self, do: Callable[[], object]) -> None:
        if self._last is None:
            self._last = do
            if not self._is_drawn:
                do()

    def _pause(self) -> None:
        if self._is_held or self._is_paused:
            self._real.pauseProducing()
        else:
            self._real.resumeProducing()


@implementer(IPullProducer)
class Drawn:
    """What a line sends, as the real transport asks for it."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def resumeProducing(self) -> None:  # noqa: N802
        """Everything before is sent."""
        self._line.draw()

    def stopProducing(self) -> None:  # noqa: N802
        """The client has gone; the line hears it too."""


class Front(WrappingFactory):
    """Puts a `Line` in front of each of daphne's connections."""

    protocol = Line
    noisy = False


class Daphne(Server):
    """daphne's server behind our front, that lets requests be answered before it ends."""

    def __init__(self, telling: Telling, *, ending: float, **options: Any) -> None:
        super().__init__(telling, **options)
        self._telling = telling
        self._ending = ending
        self._front: Any = None
        self._ports: list[Any] = []

    @property
    def http_factory(self) -> Any:
        """What makes the protocol of a new connection."""
        return self._front

    @http_factory.setter
    def http_factory(self, factory: Any) -> None:
        factory.timeOut = None  # the guard's bounds hold, which are those of uvicorn too
        HTTPChannel.totalHeadersSize = HTTPChannel.MAX_LENGTH = HTTPChannel.maxHeaders = 2 * MOST_BYTES_BESIDE
        self._front = Front(factory)  # type: ignore[no-untyped-call]

    def listen_success(self, port: Any) -> None:
        """New connections are accepted there."""
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Any:
        """Accept no more connections; end sockets now, and requests once they are answered or the time is over."""
        for port in self._ports:
            port.stopListening()
        for protocol, running in self._running():
            if not isinstance(protocol, WebRequest):
                running.cancel()
        return Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        until = asyncio.get_running_loop().time() + self._ending
        self._telling.end()
        await last_requests()
        answering = [running for protocol, running in self._running() if isinstance(protocol, WebRequest)]
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await asyncio.gather(*answering, return_exceptions=True)
                while any(line.is_answering for line in self._front.protocols):
                    await asyncio.sleep(LOOK_SECONDS)

    def _running(self) -> list[tuple[Any, Any]]:
        """What serves a request or a socket, each with its protocol."""
        of_each = ((protocol, details.get("application_instance")) for protocol, details in self.connections.items())
        return [(protocol, running) for protocol, running in of_each if running and not running.done()]


def every_second(do: Callable[..., object], *arguments: object) -> None:
    """Call it every second, as long as the server's loop goes round."""
    LoopingCall(do, *arguments).start(1.0, now=False)

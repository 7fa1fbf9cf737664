"""daphne for a web process instead of uvicorn, with a guard in front of each connection.

`Line` is a Twisted ProtocolWrapper in front of daphne's protocols, which are unchanged. docs/operating.md says what is
not limited under daphne.
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

from machupicchu.serving.bounds import MOST_BYTES_BESIDE
from machupicchu.serving.connection_limits import KERNEL_BYTES
from machupicchu.serving.guard import Guard, last_requests
from machupicchu.serving.guarded_application import GuardedApplication
from machupicchu.serving.standstill import Standstill

reactor: Any = twisted_reactor
standstill = Standstill()
"""Cuts the connections of this process whose clients do not read what they are sent."""

PIECE = 16 * 1024
"""Bytes handed to the real transport at once: small pieces show how much a client reads."""

MOST_KEPT = 64 * 1024
"""With more unsent bytes than this, the application has to wait; daphne itself would buffer everything."""

LOOK_SECONDS = 0.05
"""Seconds between two checks, during shutdown, whether everything is sent."""


class Line(ProtocolWrapper):
    """A connection: the transport of the protocol behind it; other attributes are those of the real transport.

    It buffers what the server sends, and the real transport pulls that piece by piece (from a "pull producer").
    """

    _guard: Guard
    _is_held = _is_paused = False
    """Whether reading is paused by the guard (held), or by the server."""
    _is_drawn = False
    """Whether a producer is registered: something is still to be sent, and the real transport pulls it."""
    _drawn = 0
    """Bytes that the real transport has pulled and not sent yet."""
    _last: Callable[[], object] | None = None
    """Called once everything is sent."""

    # As the protocol of the real transport. (The names are Twisted's.)

    def makeConnection(self, transport: Any) -> None:  # noqa: N802
        """Called when a client has connected."""
        self._kept = bytearray()
        transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        super().makeConnection(transport)  # type: ignore[no-untyped-call]
        peer, host = transport.getPeer(), transport.getHost()
        standstill.add(self, asyncio.get_running_loop())
        self._guard = Guard(self, (peer.host, peer.port), (host.host, host.port))

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Called when data has arrived: pass it to the guard."""
        self._guard.receive(data)

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802
        """Called when the connection is closed."""
        standstill.remove(self)
        self._kept.clear()
        self._guard.lost()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    # As the transport of the server's protocol.

    def write(self, data: bytes) -> None:
        """Buffer data to be sent; ignore it if the connection is about to be closed."""
        if self._last is not None or not data:
            return
        self._kept += data
        if self.get_write_buffer_size() > MOST_KEPT:
            self._guard.fill()
        if not self._is_drawn:
            self._is_drawn = True
            self._real.registerProducer(Drawn(self), False)

    def writeSequence(self, data: Any) -> None:  # noqa: N802
        """Send the head of a response.

        If the server answers without asking the application, this response is the last one, since the guard never
        learns when it is complete.
        """
        self.write(b"".join(data))
        if not self._guard.is_asked:
            reactor.callLater(0, self.close)

    def loseConnection(self) -> None:  # noqa: N802
        """Close the connection once everything is sent."""
        self.disconnecting = 1
        self._after_all(self._real.loseConnection)

    def registerProducer(self, producer: Any, streaming: Any) -> None:  # noqa: N802
        """Do nothing: `Guard.room` makes the application wait instead."""

    def unregisterProducer(self) -> None:  # noqa: N802
        """Do nothing: see `registerProducer`."""

    def pauseProducing(self) -> None:  # noqa: N802
        """Read no more for now, as the server wants."""
        self._is_paused = True
        self._pause()

    def resumeProducing(self) -> None:  # noqa: N802
        """Read again, as the server wants, unless the guard holds the connection."""
        self._is_paused = False
        self._pause()

    # As `Sending`, for the standstill.

    def get_write_buffer_size(self) -> int:
        """The number of bytes still to be sent."""
        return len(self._kept) + self._drawn

    def abort(self) -> None:
        """Close the connection of a client that reads nothing."""
        self.cut()

    @property
    def is_answering(self) -> bool:
        """Whether part of a response is still to be sent."""
        return not self._guard.is_socket and self.get_write_buffer_size() > 0

    # As the `Way` of the guard.

    def pass_on(self, data: bytes) -> None:
        """Pass data on to the server."""
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def turn_away(self, answer: bytes) -> None:
        """Send a final response. The application need not know: daphne asks it only once a request is complete."""
        self.resumeProducing()
        self.write(answer)
        self._after_all(self._real.loseWriteConnection)

    def hold(self, is_held: bool) -> None:
        """Stop reading for now, or read again."""
        self._is_held = is_held
        self._pause()

    def close(self) -> None:
        """Close the connection once everything is sent."""
        self.loseConnection()

    def cut(self) -> None:
        """Close it at once."""
        self._real.abortConnection()

    def draw(self) -> None:
        """Write the next piece to the real transport, which has sent all before it."""
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
    """The pull producer with which the real transport draws what a line sends."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def resumeProducing(self) -> None:  # noqa: N802
        """Called when everything before is sent."""
        self._line.draw()

    def stopProducing(self) -> None:  # noqa: N802
        """Do nothing when the client has disconnected: `Line.connectionLost` is called too."""


class Front(WrappingFactory):
    """Puts a `Line` in front of each of daphne's connections."""

    protocol = Line
    noisy = False


class Daphne(Server):
    """daphne's server behind `Front`, with a graceful shutdown."""

    def __init__(self, application: GuardedApplication, *, ending: float, **options: Any) -> None:
        super().__init__(application, **options)
        self._application = application
        self._ending = ending
        self._front: Any = None
        self._ports: list[Any] = []

    @property
    def http_factory(self) -> Any:
        """The factory of protocols for new connections: a `Front` around daphne's."""
        return self._front

    @http_factory.setter
    def http_factory(self, factory: Any) -> None:
        factory.timeOut = None  # the guard has the limits, the same as under uvicorn
        HTTPChannel.totalHeadersSize = HTTPChannel.MAX_LENGTH = HTTPChannel.maxHeaders = 2 * MOST_BYTES_BESIDE
        self._front = Front(factory)  # type: ignore[no-untyped-call]

    def listen_success(self, port: Any) -> None:
        """Remember a port, to close it at shutdown."""
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Any:
        """Accept no more connections, cancel sockets now, and wait for requests, but at most `ending` seconds."""
        for port in self._ports:
            port.stopListening()
        for protocol, running in self._running():
            if not isinstance(protocol, WebRequest):
                running.cancel()
        return Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        until = asyncio.get_running_loop().time() + self._ending
        self._application.end()
        await last_requests()
        answering = [running for protocol, running in self._running() if isinstance(protocol, WebRequest)]
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await asyncio.gather(*answering, return_exceptions=True)
                while any(line.is_answering for line in self._front.protocols):
                    await asyncio.sleep(LOOK_SECONDS)

    def _running(self) -> list[tuple[Any, Any]]:
        """The tasks that serve requests and sockets, each after its protocol."""
        of_each = ((protocol, details.get("application_instance")) for protocol, details in self.connections.items())
        return [(protocol, running) for protocol, running in of_each if running and not running.done()]


def every_second(do: Callable[..., object], *arguments: object) -> None:
    """Call `do` every second while the server's loop runs."""
    LoopingCall(do, *arguments).start(1.0, now=False)

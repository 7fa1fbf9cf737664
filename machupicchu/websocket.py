"""Limits of an open socket: what its browser may send, and how long it may leave lying what it is sent.

Our sockets read nothing: what they receive are answers to our pings, and the pings of programs. Each of these is
answered, so somebody who sends them without reading the answers would fill the memory of the process.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from machupicchu.connections import sockets, standstill
from machupicchu.lines import MOST_SAID, SAID_SECONDS, limited_address


class BoundedSocket(WSProtocol):
    """A socket that is closed if it says much, and cut if it takes nothing.

    As with `BoundedProtocol`, everything it adds is in methods that uvicorn calls.
    """

    _address = ""
    _said = 0
    _since: float | None = None
    """When what is said began to be counted; None before the handshake."""

    def connection_made(self, transport: Any) -> None:
        """The connection, which `standstill` looks after already, has become a socket."""
        super().connection_made(transport)
        self._address = limited_address(self.client)
        if self._address:
            sockets.add((self._address,))

    def data_received(self, data: bytes) -> None:
        """The handshake, or something that a browser has said."""
        now = self.loop.time()
        if self._since is None:
            self._since = now
        else:
            if now > self._since + SAID_SECONDS:
                self._since, self._said = now, 0
            self._said += len(data)
            if self._said > MOST_SAID:
                self.transport.abort()
                return
        super().data_received(data)

    def resume_writing(self) -> None:
        """The browser has taken what it was sent."""
        standstill.moved(self.transport)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The browser has gone."""
        standstill.remove(self.transport)
        if self._address:
            sockets.remove((self._address,))
            self._address = ""
        super().connection_lost(exc)

"""How much a request may bring along: what is larger gets 413 before it is read.

Daphne takes a whole body in, to a file if need be, before any page hears of the request.
"""

from __future__ import annotations

from typing import Any

from daphne import http_protocol

MOST = 1024 * 1024
"""Bytes. The largest thing that anybody sends here is the record of a match."""

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedRequest(http_protocol.WebRequest):
    """A request that is refused as soon as it says, or shows, that its body is larger than `MOST`."""

    _came = 0
    _refused = False

    def process(self) -> Any:
        """The request is whole. What daphne would read of it although nobody here needs it is left out.

        Where the site lies below its host is nothing that a visitor says, and our sockets speak no protocol of their
        own. Both would have to be ASCII, or else be answered 500.
        """
        for name in (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"):
            self.requestHeaders.removeHeader(name)
        return super().process()

    def gotLength(self, length: int | None) -> None:  # noqa: N802 (Twisted calls it so)
        """The headers are read: `length` is what they say, None for a body in chunks."""
        too_large = length is not None and length > MOST
        super().gotLength(0 if too_large else length)
        if too_large:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """A part of the body has come."""
        self._came += len(data)
        if self._came > MOST:
            self._refuse()
        if not self._refused:
            super().handleContentChunk(data)

    def requestReceived(self, *of_what: Any) -> None:  # noqa: N802
        """The whole body has come: what was refused goes no further."""
        if not self._refused:
            super().requestReceived(*of_what)

    def _refuse(self) -> None:
        if self._refused:
            return
        self._refused = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()


def bound() -> None:
    """Let daphne, wherever it is started from, take no more than `MOST`."""
    http_protocol.WebRequest = BoundedRequest

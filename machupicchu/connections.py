"""How many connections one address may keep open at a web process, and how long it may take over a request.

Every connection takes one of the files that a process may have open. Whoever opens thousands and asks for nothing
would otherwise shut everybody else out. Sockets leave this count once they are open: they are counted where they are
answered (`games.sockets`).
"""

from __future__ import annotations

from collections import defaultdict
from ipaddress import IPv6Address, ip_address
from typing import Any

from daphne import http_protocol
from django.conf import settings
from twisted.web import http

Channel: Any = http.HTTPChannel
Proxy: Any = http._GenericHTTPChannelProtocol

MOST_WAITING = 100
"""Connections of one address on which no whole request lies. One more, and the one that has waited longest is closed:
so a browser beside the one that only opens connections is served."""

MOST = 300
"""Connections of one address, those whose request is being answered included."""

HEADER_SECONDS = 10.0
"""Within these the headers of a request are there, counted from its first byte or from the opening of the connection.
"""
REQUEST_SECONDS = 60.0
"""Within these after its headers the whole body is there; see `bodies.MOST`."""


class Connections:
    """The open connections of this process by the address at the other end, without sockets."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[BoundedChannel, None]] = defaultdict(dict)
        self._answering: dict[str, set[BoundedChannel]] = defaultdict(set)

    def waits(self, channel: BoundedChannel) -> None:
        """The channel has no whole request: now it is the one that has waited shortest."""
        address = channel.address
        self._answering[address].discard(channel)
        waiting = self._waiting[address]
        waiting.pop(channel, None)
        waiting[channel] = None
        while len(waiting) > MOST_WAITING or (waiting and len(waiting) + len(self._answering[address]) > MOST):
            longest = next(iter(waiting))
            self.left(longest)
            longest.transport.abortConnection()

    def answers(self, channel: BoundedChannel) -> None:
        """A whole request lies on the channel."""
        self._waiting[channel.address].pop(channel, None)
        self._answering[channel.address].add(channel)

    def left(self, channel: BoundedChannel) -> None:
        """The channel is closed, or has become a socket."""
        address = channel.address
        self._waiting[address].pop(channel, None)
        self._answering[address].discard(channel)
        if not self._waiting[address] and not self._answering[address]:
            del self._waiting[address], self._answering[address]


_open = Connections()


class BoundedChannel(Channel):
    """A connection that is counted, and closed when a request takes too long to come."""

    address = ""
    """At the other end; "" where it is not bounded: a proxy stands there, which speaks for everybody."""
    _deadline: Any = None

    def connectionMade(self) -> None:  # noqa: N802 (Twisted calls it so)
        """A visitor has come."""
        super().connectionMade()
        self._within(HEADER_SECONDS)
        self.address = "" if settings.ALLAUTH_TRUSTED_PROXY_COUNT else counted_as(self.transport.getPeer())
        if self.address:
            _open.waits(self)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Some of a request has come, perhaps the first of the next one."""
        if self._deadline is None and not self._handlingRequest:
            self._within(HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """The body, if there is one, may take its time."""
        self._within(REQUEST_SECONDS)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802
        """The request is whole: from now on the visitor waits for us."""
        self._within(None)
        request = self.requests[-1]
        if self.address:
            _open.answers(self)
        super().allContentReceived()
        if request.transport is None:  # daphne has handed the connection over to a socket
            self._leave()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """The request is answered."""
        if self.address:
            _open.waits(self)
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """The visitor is gone."""
        self._within(None)
        self._leave()
        super().connectionLost(reason)

    def _leave(self) -> None:
        if self.address:
            _open.left(self)
            self.address = ""

    def _within(self, seconds: float | None) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.callLater(seconds, self.timeoutConnection)


def counted_as(peer: Any) -> str:
    """As whose a connection counts: its address, of IPv6 the network that one household has; "" where there is none."""
    try:
        address = ip_address(getattr(peer, "host", "").partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def bound() -> None:
    """Let daphne, wherever it is started from, count its connections and be patient for so long only."""
    http_protocol.HTTPFactory.protocol = lambda _factory: Proxy(BoundedChannel())

"""The connections of a web process by remote address, whatever server it is: how many may wait for what.

Every connection uses one of the files that a process may have open. Someone who opens thousands and sends nothing
would otherwise shut everyone else out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Protocol

from django.conf import settings

from common.limits import counted_as

MOST_WAITING = 100
"""Connections of one address without a complete request.

One more closes the one that has waited longest, so that a browser at the same address as someone who only opens
connections is still served.
"""

MOST = 300
"""Connections of one address, including those whose request is being answered."""

MOST_SOCKETS = 300
"""Connections of one address that have become sockets. It is told that it has too many (`games.sockets`) before that:
this is for those who do not listen.
"""

MOST_HELD = 8 * 1024 * 1024
"""The most bytes of requests of one address that have come and are not answered yet."""

MOST_PIPELINED = 16
"""Requests that may wait on a connection for the answers to those before them. Browsers send none ahead."""

AHEAD_SECONDS = 0.05
"""The gap between two such requests of one address, on whatever connections: a crowd of them would take the processor
from people, whose browsers wait for each answer.
"""

MOST_AHEAD = 64 * 1024
"""So many bytes of them, and nothing more is read until the answer before them is complete."""

HEADER_SECONDS = 10.0
"""The time for the headers of a request to arrive, from its first byte or from the opening of the connection."""

IDLE_SECONDS = 65.0
"""How long an idle connection stays open: longer than proxies keep theirs, so that they are the ones to end it."""

LAST_SECONDS = 1.0
"""How long an ending process still accepts a request on an open connection: it may already be on its way."""
LAST_LOOK_SECONDS = 0.05
"""How much later a connection with nothing on it is closed.

Data that arrived while the process had no processor is waiting there when the time is over, and is read only then.
"""

MOST_SAID = 8192
"""The most bytes that a socket may send within SAID_SECONDS; a ping has six at least."""
SAID_SECONDS = 60.0

KERNEL_BYTES = 128 * 1024
"""What the system keeps of an answer for a client that reads slowly; by itself it would keep megabytes."""

LINGER_SECONDS = 1.0
"""How long a refused request is still read and discarded: closing at once would take the answer away again."""

REFUSED = "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LARGE, UNREADABLE = "413 Content Too Large", "400 Bad Request"
HEAD_TOO_LARGE, TOO_MUCH = "431 Request Header Fields Too Large", "429 Too Many Requests"


class Line(Protocol):
    """A connection that is counted."""

    @property
    def address(self) -> str:
        """The remote address."""
        ...

    def cut(self) -> None:
        """Close it at once and without a word."""


class Connections:
    """The open connections of this process by remote address, without sockets."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Line, None]] = defaultdict(dict)
        self._answering: dict[str, set[Line]] = defaultdict(set)
        self._held: Counter[str] = Counter()
        self._turns: dict[str, float] = {}

    def waits(self, connection: Line) -> None:
        """The connection has no complete request: it is now the one that has waited shortest."""
        address = connection.address
        self._answering[address].discard(connection)
        waiting = self._waiting[address]
        waiting.pop(connection, None)
        waiting[connection] = None
        while len(waiting) > MOST_WAITING or (waiting and len(waiting) + len(self._answering[address]) > MOST):
            longest = next(iter(waiting))
            self.left(longest)
            longest.cut()

    def answers(self, connection: Line) -> None:
        """The connection has a complete request."""
        self._waiting[connection.address].pop(connection, None)
        self._answering[connection.address].add(connection)

    def left(self, connection: Line) -> None:
        """Forget a connection that is closed or has become a WebSocket."""
        address = connection.address
        self._waiting[address].pop(connection, None)
        self._answering[address].discard(connection)
        if not self._waiting[address] and not self._answering[address]:
            del self._waiting[address], self._answering[address]
            self._turns.pop(address, None)

    def hold(self, address: str, size: int) -> bool:
        """Count bytes of requests that are not answered yet. Whether that is not too many."""
        self._held[address] += size
        return self._held[address] <= MOST_HELD

    def turn(self, address: str, now: float) -> float:
        """The seconds after which a request that was sent ahead has its turn, the next one of its address."""
        self._turns[address] = max(now, self._turns.get(address, now)) + AHEAD_SECONDS
        return self._turns[address] - now

    def release(self, address: str, size: int) -> None:
        """Count these bytes no more."""
        self._held[address] -= size
        if not self._held[address]:
            del self._held[address]


def limited_address(client: tuple[str, int | None] | None) -> str:
    """The address by which a client is limited; "" if by none: it is a proxy, which speaks for everyone."""
    if client is None or settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return ""
    return counted_as(client[0].partition("%")[0])

"""Counts and limits of a web process's connections by remote address, for either server. All IPv6 networks of one owner
together have 16 times the limits of an address.

Every connection uses one of the limited file descriptors of the process. Without limits, a client that opens thousands
and sends nothing would lock everyone else out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Protocol

from django.conf import settings

from common.limits import sources_of

MOST_WAITING = 100
"""The maximum number of connections from one address without a complete request.

One more closes the one that has waited longest: a browser at the same address as a client that only opens connections
is still served.
"""

MOST = 300
"""The maximum number of connections from one address, including those whose request is being answered."""

MOST_SOCKETS = 300
"""The maximum number of sockets from one address.

`games.sockets` has a lower limit and tells clients about it: this one is for those that ignore that.
"""

MOST_HELD = 8 * 1024 * 1024
"""The maximum number of bytes received from one address in requests that are not answered yet."""

MOST_PIPELINED = 16
"""The maximum number of pipelined requests: those that wait for the responses before them. Browsers send none."""

AHEAD_SECONDS = 0.05
"""Seconds between two pipelined requests of one address, across its connections: a crowd would take the processor
from people, whose browsers wait for each response.
"""

MOST_AHEAD = 64 * 1024
"""With more bytes than this in pipelined requests, reading pauses until the current response is complete."""

HEADER_SECONDS = 10.0
"""Seconds for the headers of a request to arrive, from its first byte or the opening of the connection."""

IDLE_SECONDS = 65.0
"""Seconds that an idle connection stays open: longer than proxies keep theirs, so it is they who close it."""

LAST_SECONDS = 1.0
"""Seconds for which a process that shuts down still accepts requests on open connections: they may be on their way."""
LAST_LOOK_SECONDS = 0.05
"""Further seconds until a connection without a request is closed.

Data that arrived while the process got no CPU time is still unread at the end of LAST_SECONDS.
"""

MOST_SAID = 8192
"""The maximum number of bytes that the client of a socket may send within SAID_SECONDS; a ping has at least six."""
SAID_SECONDS = 60.0
"""The time in which the bytes of a socket are counted."""

KERNEL_BYTES = 128 * 1024
"""The kernel's send buffer per connection, for clients that read slowly; its default would be megabytes."""

LINGER_SECONDS = 1.0
"""Seconds for which a refused request is still read and discarded: closing at once could discard the response."""

REFUSED = "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
"""A refusal by the guard itself, with its status."""

TOO_LARGE, UNREADABLE = "413 Content Too Large", "400 Bad Request"
HEAD_TOO_LARGE, TOO_MUCH = "431 Request Header Fields Too Large", "429 Too Many Requests"


class Line(Protocol):
    """A connection that is counted by address."""

    @property
    def sources(self) -> Mapping[str, int]:
        """What it is counted under, and how many times the limit of one address each of them has."""
        ...

    def cut(self) -> None:
        """Close it at once, without a response."""


class Connections:
    """The open connections of this process by remote address, except sockets."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Line, None]] = defaultdict(dict)
        self._answering: dict[str, set[Line]] = defaultdict(set)
        self._held: Counter[str] = Counter()
        self._turns: dict[str, float] = {}

    def waits(self, connection: Line) -> None:
        """Count a connection as waiting for a request, as the newest; cut the oldest if there are too many."""
        for source in connection.sources:
            self._answering[source].discard(connection)
            waiting = self._waiting[source]
            waiting.pop(connection, None)
            waiting[connection] = None
        for source, times in connection.sources.items():
            while self._are_too_many(source, times):
                longest = next(iter(self._waiting[source]))
                self.left(longest)
                longest.cut()

    def _are_too_many(self, source: str, times: int) -> bool:
        """Whether one that waits has to go."""
        waiting = len(self._waiting[source])
        return waiting > times * MOST_WAITING or (waiting > 0 and waiting + len(self._answering[source]) > times * MOST)

    def answers(self, connection: Line) -> None:
        """Count a connection as having a complete request."""
        for source in connection.sources:
            self._waiting[source].pop(connection, None)
            self._answering[source].add(connection)

    def left(self, connection: Line) -> None:
        """Remove a connection that is closed or has become a socket."""
        for source in connection.sources:
            self._waiting[source].pop(connection, None)
            self._answering[source].discard(connection)
            if not self._waiting[source] and not self._answering[source]:
                del self._waiting[source], self._answering[source]
                self._turns.pop(source, None)

    def hold(self, sources: Mapping[str, int], size: int) -> bool:
        """Count bytes of requests that are not answered yet. False if there are now too many."""
        for source in sources:
            self._held[source] += size
        return all(self._held[source] <= times * MOST_HELD for source, times in sources.items())

    def turn(self, sources: Mapping[str, int], now: float) -> float:
        """The seconds until the turn of a pipelined request, the next one of its address and of its owner."""
        for source, times in sources.items():
            self._turns[source] = max(now, self._turns.get(source, now)) + AHEAD_SECONDS / times
        return max(self._turns[source] for source in sources) - now

    def release(self, sources: Mapping[str, int], size: int) -> None:
        """Stop counting these bytes."""
        for source in sources:
            self._held[source] -= size
            if not self._held[source]:
                del self._held[source]


def limited_sources(client: tuple[str, int | None] | None) -> Mapping[str, int]:
    """What a client is counted under; nothing if it has no limit: behind a proxy, all clients have its address."""
    if client is None or settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return {}
    return sources_of(client[0].partition("%")[0])

"""Cuts connections whose clients do not take what they are sent.

What cannot be sent stays in the memory of the process, as long as the connection is open: also after the answer is
complete, and while the connection is being closed, which waits until all is sent.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

LOOK_SECONDS = 4.0
"""So often it is looked how much each client still has to take."""

STILL_SECONDS = 20.0
"""The time in which a client has to take some of what it is sent."""

LEAST_BYTES = 4096
"""How much that is at least, unless it takes everything: a modem manages twenty times as much."""


class Sending(Protocol):
    """A connection, as much of it as matters here: the transport of asyncio is one."""

    def get_write_buffer_size(self) -> int:
        """How many bytes are still to be sent."""
        ...

    def abort(self) -> None:
        """Close it at once."""
        ...


class Standstill:
    """The open connections of a process, and how much each client has still to take."""

    def __init__(self) -> None:
        self._open: set[Sending] = set()
        self._left: dict[Sending, tuple[int, float]] = {}
        """How many bytes were left when the client took some for the last time, and when that was seen."""
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: Sending, loop: asyncio.AbstractEventLoop) -> None:
        """Look after a connection until it is removed."""
        self._open.add(transport)
        if self._timer is None:
            self._timer = loop.call_later(LOOK_SECONDS, self._look, loop)

    def moved(self, transport: Sending) -> None:
        """The client has taken all it was sent, or nearly so."""
        self._left.pop(transport, None)

    def remove(self, transport: Sending) -> None:
        """The connection is closed."""
        self._open.discard(transport)
        self._left.pop(transport, None)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for transport in self._open:
            size = transport.get_write_buffer_size()
            least, since = self._left.get(transport, (size + LEAST_BYTES, now))
            if not size:
                self._left.pop(transport, None)
            elif size <= least - LEAST_BYTES:
                self._left[transport] = size, now
            elif now - since >= STILL_SECONDS:
                transport.abort()
        self._timer = loop.call_later(LOOK_SECONDS, self._look, loop) if self._open else None

"""Cuts connections whose clients do not read what they are sent.

Unsent data stays in the memory of the process while the connection is open, even after the response is complete.
Closing the connection does not help, since that waits until everything is sent.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

LOOK_SECONDS = 4.0
"""Seconds between two looks at the write buffers of all connections."""

STILL_SECONDS = 20.0
"""Seconds within which a client must read at least LEAST_BYTES of what it is sent, or all of it."""

LEAST_BYTES = 4096
"""A modem manages twenty times as much."""


class Sending(Protocol):
    """The methods of a connection that matter here; asyncio's transports have them."""

    def get_write_buffer_size(self) -> int:
        """The number of bytes still to be sent."""
        ...

    def abort(self) -> None:
        """Close it at once."""
        ...


class Standstill:
    """The open connections of a process, and the progress of each client's reading."""

    def __init__(self) -> None:
        self._open: set[Sending] = set()
        self._left: dict[Sending, tuple[int, float]] = {}
        """The bytes that were left when progress was last seen, and the time of that."""
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: Sending, loop: asyncio.AbstractEventLoop) -> None:
        """Watch a connection until it is removed."""
        self._open.add(transport)
        if self._timer is None:
            self._timer = loop.call_later(LOOK_SECONDS, self._look, loop)

    def moved(self, transport: Sending) -> None:
        """Note that the client has read everything, or nearly so."""
        self._left.pop(transport, None)

    def remove(self, transport: Sending) -> None:
        """Stop watching a connection that is closed."""
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

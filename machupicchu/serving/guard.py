"""A guard in front of every connection of a web process, for either server.

A guard gets the bytes that arrive and passes on requests one at a time, each after the one before it is answered. It
refuses those that are too large, too slow or too many (`reading` and `connection_limits` beside this one). It depends
on neither network sockets nor servers: its `Way` carries out its decisions (`under_uvicorn`, `under_daphne`), and
`guarded_application` reports when the application is asked, and when it has answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

from common.openings import Openings
from machupicchu.serving.bounds import REQUEST_SECONDS
from machupicchu.serving.connection_limits import (
    HEADER_SECONDS,
    IDLE_SECONDS,
    LAST_LOOK_SECONDS,
    LAST_SECONDS,
    LINGER_SECONDS,
    MOST_AHEAD,
    MOST_PIPELINED,
    MOST_SAID,
    MOST_SOCKETS,
    REFUSED,
    SAID_SECONDS,
    TOO_MUCH,
    Connections,
    limited_sources,
)
from machupicchu.serving.reading import Reader, Refused, Request

End = tuple[str, int | None]

_counts = Connections()
sockets = Openings()
"""The connections of this process that have become (web)sockets, by remote address."""
_guards: dict[tuple[End, End], Guard] = {}
"""The guards of all connections by their two ends, `client` and `server` of the ASGI scope."""
_passing: ContextVar[Guard | None] = ContextVar("passing", default=None)
"""The guard that is passing on data. It identifies the guard of a Unix socket, whose ends have no addresses."""


class Way(Protocol):
    """The actions of a guard on its connection."""

    def pass_on(self, data: bytes) -> None:
        """Pass data on to the server."""
        ...

    def turn_away(self, answer: bytes) -> None:
        """Send a final response. An application that is answering meanwhile is told that the client disconnected."""
        ...

    def hold(self, is_held: bool) -> None:
        """Stop reading for now, or read again."""
        ...

    def close(self) -> None:
        """Close the connection once everything is sent."""
        ...

    def cut(self) -> None:
        """Close the connection at once, without a response."""
        ...


class Guard:
    """The guard of one connection while it is open."""

    def __init__(self, way: Way, client: End | None, server: End | None) -> None:
        self.sources = limited_sources(client)
        """What it is counted under; empty if it is not limited: behind a proxy, all clients have its address."""
        self.is_ending = False
        """Whether the process shuts down: then the connection is closed after the current request."""
        self.is_socket = False
        self._way = way
        self._loop = asyncio.get_running_loop()
        self._reader = Reader()
        self._requests = self._reader.requests
        self._ends = (client, server) if client and server else None
        self._timer: asyncio.TimerHandle | None = None
        self._time: float | None = None
        """The current timeout in seconds; None for none."""
        self._held = 0
        """Bytes counted for requests that are not answered yet."""
        self._is_held = False
        self._rests: asyncio.TimerHandle | None = None
        """While it runs, the next request, which was pipelined, is not passed on."""
        self._is_counted_waiting = True
        self._room: asyncio.Event | None = None
        """Set while there is room for more data to be sent; None as long as there always was."""
        self._is_over = False
        """Whether further data is ignored."""
        self._said = 0
        self._since = 0.0
        if self._ends is not None:
            _guards[self._ends] = self
        self._within(HEADER_SECONDS)
        if self.sources:
            _counts.waits(self)

    # Data from the client.

    def receive(self, data: bytes) -> None:
        """Process data that has arrived."""
        if self._is_over:
            return
        if self.is_socket:
            self._hear(data)
            return
        if self.sources:
            self._held += len(data)
            if not _counts.hold(self.sources, len(data)):
                self._refuse(TOO_MUCH)
                return
        try:
            rest = self._reader.feed(data)
        except Refused as refused:
            self._refuse(refused.args[0])
            return
        requests = self._requests
        if len(requests) > 1 and (requests[-1].is_socket or self._have_come() > MOST_PIPELINED + 1):
            self.cut()  # a socket cannot begin in the middle of an answer
            return
        self._go_on()
        if rest and self.is_socket:
            self._hear(rest)

    def _have_come(self) -> int:
        """The number of requests that wait for a response, without one whose headers are incomplete."""
        return len(self._requests) - (not self._requests[-1].is_read)

    def _go_on(self) -> None:
        """Pass on what has arrived of the current request."""
        if self._is_over or not self._requests:
            return
        first = self._requests[0]
        if first.is_whole and first.is_socket:
            self._become_socket(first)
            return
        if self._rests is None:
            self._look(first)
            if data := first.take():
                self._pass_on(data)
        if len(self._requests) > 1 or self._is_held:
            self._hold(sum(request.size for request in self._requests) > MOST_AHEAD)
        if first.is_answered and first.is_whole:
            self._next()

    def _pass_on(self, data: bytes) -> None:
        """Pass data on to the server, with this guard as `_passing` in any task that the server starts for it."""
        token = _passing.set(self)
        try:
            self._way.pass_on(data)
        finally:
            _passing.reset(token)

    def _look(self, first: Request) -> None:
        """Set the timeout and the count of the connection by the state of its current request."""
        if first.is_whole and first.is_asked:
            self._within(None)
        elif first.is_read:
            self._within(REQUEST_SECONDS)
        else:
            self._within(HEADER_SECONDS)
        if self.sources and first.is_whole and self._is_counted_waiting:
            self._is_counted_waiting = False
            _counts.answers(self)

    # Reports about the application.

    def asked(self) -> Request | None:
        """Note that the application is asked; return the current request, or None if the connection is over."""
        if self._is_over or not self._requests:
            return None
        first = self._requests[0]
        first.is_asked = True
        self._look(first)
        return first

    def answered(self, request: Request) -> None:
        """Note that the response is complete. The request may not be: then its rest is still read."""
        if request.is_answered or not self._requests or self._requests[0] is not request:
            return
        request.is_answered = True
        if request.is_whole:
            self._next()

    def failed(self, request: Request) -> None:
        """Note that the application has failed: the server answers by itself, and that response is the last one."""
        request.is_asked = False
        if not self._is_over and self._requests and self._requests[0] is request:
            self._look(request)

    def fill(self) -> None:
        """Note that much is still to be sent, so the application must wait."""
        if self._room is None:
            self._room = asyncio.Event()
        self._room.clear()

    def empty(self) -> None:
        """Note that more may be sent."""
        if self._room is not None:
            self._room.set()

    async def room(self) -> None:
        """Wait until more may be sent."""
        if self._room is not None:
            await self._room.wait()

    @property
    def is_asked(self) -> bool:
        """Whether the application was asked for the current request; True without one, and for sockets."""
        return self.is_socket or not self._requests or self._requests[0].is_asked

    def _next(self) -> None:
        """End the current request: go on with the next one, wait for one, or close the connection."""
        last = self._requests.popleft()
        self._within(None)
        if last.is_last or self.is_ending:
            self._way.close()
            return
        if not self._requests:
            self._release()
            self._within(IDLE_SECONDS, self._way.close)
        if self.sources and not (self._requests and self._requests[0].is_whole):
            self._is_counted_waiting = True
            _counts.waits(self)
        if self.sources and self._requests and self._requests[0].is_read:
            self._rests = self._loop.call_later(_counts.turn(self.sources, self._loop.time()), self._wake)
        self._go_on()

    def _wake(self) -> None:
        """It is the turn of the next request, which was pipelined."""
        self._rests = None
        self._go_on()

    def _become_socket(self, request: Request) -> None:
        if self.sources and not sockets.have_room({each: times * MOST_SOCKETS for each, times in self.sources.items()}):
            self._turn_away(TOO_MUCH)
            return
        self._within(None)
        self.is_socket, self._since = True, self._loop.time()
        self._release()
        if self.sources:
            _counts.left(self)
            sockets.add([*self.sources])
        self._pass_on(request.take())
        self._reader.end()

    def _hear(self, data: bytes) -> None:
        """Pass on data to a socket, and cut one that gets too much.

        Our sockets ignore messages; they only get pings, and pongs for their own. Each ping is answered, so a client
        that sends pings without reading the pongs would fill the memory of the process.
        """
        now = self._loop.time()
        if now > self._since + SAID_SECONDS:
            self._since, self._said = now, 0
        self._said += len(data)
        if self._said > MOST_SAID:
            self.cut()
        else:
            self._way.pass_on(data)

    # The end of the connection.

    def ends(self) -> None:
        """Note that the process shuts down. The current request, or one within LAST_SECONDS, is the last."""
        self.is_ending = True

    @property
    def is_quiet(self) -> bool:
        """Whether there is no current request with complete headers."""
        return not self.is_socket and not (self._requests and self._requests[0].is_read)

    def close_if_quiet(self) -> None:
        """Close the connection if there is no request to answer."""
        if self.is_quiet:
            self._way.close()

    def cut(self) -> None:
        """Close the connection at once, without a response."""
        self._is_over = True
        self._way.cut()

    def lost(self) -> None:
        """Clean up after the connection is closed."""
        self._is_over = True
        self._within(None)
        if self._rests is not None:
            self._rests.cancel()
        self.empty()
        self._release()
        self._reader.end()
        if self._ends is not None and _guards.get(self._ends) is self:
            del _guards[self._ends]
        if self.sources and self.is_socket:
            sockets.remove([*self.sources])
        elif self.sources:
            _counts.left(self)
        self.sources = {}

    def _refuse(self, status: str) -> None:
        """Answer the request that is being read with `status`.

        While another request is being answered, cut the connection instead: the client would take this for the response
        to that one.
        """
        if self._requests and (self._requests[0].is_whole or self._requests[0].has_begun):
            self.cut()
        else:
            self._turn_away(status)

    def _turn_away(self, status: str) -> None:
        """Answer with `status` and ignore further data: the application never sees the request."""
        self._is_over = True
        self._hold(False)
        self._within(LINGER_SECONDS)
        self._way.turn_away(REFUSED.format(status).encode())

    def _hold(self, is_held: bool) -> None:
        if is_held != self._is_held:
            self._is_held = is_held
            self._way.hold(is_held)

    def _release(self) -> None:
        if self._held:
            _counts.release(self.sources, self._held)
            self._held = 0

    def _within(self, seconds: float | None, do: Callable[[], None] | None = None) -> None:
        """Call `do`, by default `cut`, after `seconds`; None: never. A running timer of the same length is kept."""
        if seconds == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = seconds
        self._timer = None if seconds is None else self._loop.call_later(seconds, do or self.cut)


def guard_of(scope: Any) -> Guard | None:
    """The guard of the connection with this ASGI scope; None if it has none."""
    client, server = scope.get("client"), scope.get("server")
    return _guards.get((tuple(client), tuple(server))) if client and server else _passing.get()


async def last_requests() -> None:
    """At shutdown, wait for requests that are on their way; then close connections without a request."""
    for guard in [*_guards.values()]:
        guard.ends()
    if any(guard.is_quiet for guard in _guards.values()):
        await asyncio.sleep(LAST_SECONDS)
        await asyncio.sleep(LAST_LOOK_SECONDS)
    for guard in [*_guards.values()]:
        guard.close_if_quiet()

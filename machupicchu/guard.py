"""Who stands in front of every connection of a web process, whatever server serves it.

A guard is given the bytes that come, and passes on requests: one at a time, each after the one before it is answered,
and none that is too large, too slow or too much (`machupicchu.reading`, `machupicchu.lines`). It knows neither sockets
nor servers. What it decides is done by its `Way`: `machupicchu.under_uvicorn`, `machupicchu.under_daphne`. When the
application is asked, and has answered, it hears from `machupicchu.telling`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

from common.openings import Openings
from machupicchu.bounds import REQUEST_SECONDS
from machupicchu.lines import (
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
    limited_address,
)
from machupicchu.reading import Reader, Refused, Request

End = tuple[str, int | None]

_counts = Connections()
sockets = Openings()
"""The connections of this process that have become sockets, by remote address."""
_guards: dict[tuple[End, End], Guard] = {}
"""Those of all connections, by their two ends, as the application is told of them."""
_passing: ContextVar[Guard | None] = ContextVar("passing", default=None)
"""The one that passes on what a server reads. The ends of a Unix socket have no names: its guard is found by this."""


class Way(Protocol):
    """What a guard may do with its connection."""

    def pass_on(self, data: bytes) -> None:
        """Let the server read this."""
        ...

    def turn_away(self, answer: bytes) -> None:
        """Send this as the last thing. Whoever is answering meanwhile is told that the client has gone."""
        ...

    def hold(self, is_held: bool) -> None:
        """Read nothing more for now, or read again."""
        ...

    def close(self) -> None:
        """Close the connection once everything is sent."""
        ...

    def cut(self) -> None:
        """Close it at once and without a word."""
        ...


class Guard:
    """A connection, as long as it is open."""

    def __init__(self, way: Way, client: End | None, server: End | None) -> None:
        self.address = limited_address(client)
        """The remote address; "" if it is not limited: a proxy, which speaks for everyone."""
        self.is_ending = False
        """Whether the connection is closed after the request that is being answered."""
        self.is_socket = False
        self._way = way
        self._loop = asyncio.get_running_loop()
        self._reader = Reader()
        self._requests = self._reader.requests
        self._ends = (client, server) if client and server else None
        self._timer: asyncio.TimerHandle | None = None
        self._time: float | None = None
        """How long what is waited for may take."""
        self._held = 0
        """Bytes of all requests that are not answered yet."""
        self._is_held = False
        self._rests: asyncio.TimerHandle | None = None
        """Until it ends, the next request, which was sent ahead, is not passed on."""
        self._is_counted_waiting = True
        self._room: asyncio.Event | None = None
        """Set while there is room for more to be sent; None if there has always been."""
        self._is_over = False
        """Whether nothing more is read."""
        self._said = 0
        self._since = 0.0
        if self._ends is not None:
            _guards[self._ends] = self
        self._within(HEADER_SECONDS)
        if self.address:
            _counts.waits(self)

    # What comes.

    def receive(self, data: bytes) -> None:
        """Bytes have come."""
        if self._is_over:
            return
        if self.is_socket:
            self._hear(data)
            return
        if self.address:
            self._held += len(data)
            if not _counts.hold(self.address, len(data)):
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
        """How many requests wait for answers, those whose headers are still to come left out."""
        return len(self._requests) - (not self._requests[-1].is_read)

    def _go_on(self) -> None:
        """Pass on what has come of the request whose turn it is."""
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
        """Let the server read this. It may begin to ask the application, in a task that knows who passes on."""
        token = _passing.set(self)
        try:
            self._way.pass_on(data)
        finally:
            _passing.reset(token)

    def _look(self, first: Request) -> None:
        """Count the connection, and have its time run, as this request has come."""
        if first.is_whole and first.is_asked:
            self._within(None)
        elif first.is_read:
            self._within(REQUEST_SECONDS)
        else:
            self._within(HEADER_SECONDS)
        if self.address and first.is_whole and self._is_counted_waiting:
            self._is_counted_waiting = False
            _counts.answers(self)

    # What the application does.

    def asked(self) -> Request | None:
        """The application is asked. Returns the request that it is asked for."""
        if self._is_over or not self._requests:
            return None
        first = self._requests[0]
        first.is_asked = True
        self._look(first)
        return first

    def answered(self, request: Request) -> None:
        """The request has its whole answer; it may not have come whole itself, and the rest of it is read."""
        if request.is_answered or not self._requests or self._requests[0] is not request:
            return
        request.is_answered = True
        if request.is_whole:
            self._next()

    def failed(self, request: Request) -> None:
        """The application has failed: the server has to answer by itself, and its answer is the last one."""
        request.is_asked = False
        if not self._is_over and self._requests and self._requests[0] is request:
            self._look(request)

    def fill(self) -> None:
        """Much is still to be sent: no more for now."""
        if self._room is None:
            self._room = asyncio.Event()
        self._room.clear()

    def empty(self) -> None:
        """More may be sent."""
        if self._room is not None:
            self._room.set()

    async def room(self) -> None:
        """Wait until more may be sent."""
        if self._room is not None:
            await self._room.wait()

    @property
    def is_asked(self) -> bool:
        """Whether an answer of the application is to come, or none is waited for."""
        return self.is_socket or not self._requests or self._requests[0].is_asked

    def _next(self) -> None:
        """The next request has its turn, if one has come."""
        last = self._requests.popleft()
        self._within(None)
        if last.is_last or self.is_ending:
            self._way.close()
            return
        if not self._requests:
            self._release()
            self._within(IDLE_SECONDS, self._way.close)
        if self.address and not (self._requests and self._requests[0].is_whole):
            self._is_counted_waiting = True
            _counts.waits(self)
        if self.address and self._requests and self._requests[0].is_read:
            self._rests = self._loop.call_later(_counts.turn(self.address, self._loop.time()), self._wake)
        self._go_on()

    def _wake(self) -> None:
        """The next request, which was sent ahead, has its turn."""
        self._rests = None
        self._go_on()

    def _become_socket(self, request: Request) -> None:
        if self.address and not sockets.have_room({self.address: MOST_SOCKETS}):
            self._turn_away(TOO_MUCH)
            return
        self._within(None)
        self.is_socket, self._since = True, self._loop.time()
        self._release()
        if self.address:
            _counts.left(self)
            sockets.add((self.address,))
        self._pass_on(request.take())
        self._reader.end()

    def _hear(self, data: bytes) -> None:
        """A socket has said something. Ours read nothing: what they get are pings, and answers to our own. Each ping is
        answered, so who sends them without reading the answers would fill the memory of the process.
        """
        now = self._loop.time()
        if now > self._since + SAID_SECONDS:
            self._since, self._said = now, 0
        self._said += len(data)
        if self._said > MOST_SAID:
            self.cut()
        else:
            self._way.pass_on(data)

    # How it ends.

    def ends(self) -> None:
        """The process is to end. What is being answered is the last; another request may come within LAST_SECONDS."""
        self.is_ending = True

    @property
    def is_quiet(self) -> bool:
        """Whether no request has come."""
        return not self.is_socket and not (self._requests and self._requests[0].is_read)

    def close_if_quiet(self) -> None:
        """Close the connection if nothing is to be answered."""
        if self.is_quiet:
            self._way.close()

    def cut(self) -> None:
        """Close the connection at once and without a word."""
        self._is_over = True
        self._way.cut()

    def lost(self) -> None:
        """The connection is closed."""
        self._is_over = True
        self._within(None)
        if self._rests is not None:
            self._rests.cancel()
        self.empty()
        self._release()
        self._reader.end()
        if self._ends is not None and _guards.get(self._ends) is self:
            del _guards[self._ends]
        if self.address and self.is_socket:
            sockets.remove((self.address,))
        elif self.address:
            _counts.left(self)
        self.address = ""

    def _refuse(self, status: str) -> None:
        """Say what is wrong with the request that is being read. While another one is being answered, that would be
        taken for its answer.
        """
        if self._requests and (self._requests[0].is_whole or self._requests[0].has_begun):
            self.cut()
        else:
            self._turn_away(status)

    def _turn_away(self, status: str) -> None:
        """Answer, and read nothing more: no page ever sees the request."""
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
            _counts.release(self.address, self._held)
            self._held = 0

    def _within(self, seconds: float | None, do: Callable[[], None] | None = None) -> None:
        """What is waited for may take so long from now, or it is cut; what was waited for already goes on."""
        if seconds == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = seconds
        self._timer = None if seconds is None else self._loop.call_later(seconds, do or self.cut)


def guard_of(scope: Any) -> Guard | None:
    """The guard of the connection on which the application is asked this."""
    client, server = scope.get("client"), scope.get("server")
    return _guards.get((tuple(client), tuple(server))) if client and server else _passing.get()


async def last_requests() -> None:
    """Let requests come that are on their way while the process ends, and close what is quiet then."""
    for guard in [*_guards.values()]:
        guard.ends()
    if any(guard.is_quiet for guard in _guards.values()):
        await asyncio.sleep(LAST_SECONDS)
        await asyncio.sleep(LAST_LOOK_SECONDS)
    for guard in [*_guards.values()]:
        guard.close_if_quiet()

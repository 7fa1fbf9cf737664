"""Streams: events are sent as they happen, each with an id from which a client can resume.

Events are read from the database. News from Valkey only say when to read; if they get lost, a periodic read finds what
was missed. No thread waits: an idle stream costs only some memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import uniform
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django import db
from django.http import HttpRequest, StreamingHttpResponse
from redis.exceptions import RedisError

from accounts.passes import let_in
from common import metrics
from common.limits import address_of, sources_of
from common.openings import Openings

log = logging.getLogger(__name__)

SSE, NDJSON = "text/event-stream", "application/x-ndjson"

BEAT = 15.0
"""After about this many seconds without news, read anyway and send a heartbeat, so that both ends stay sure of the
connection.
"""

GUARD = 3.0
"""Seconds between checks that end the streams of invalid tokens."""

AWAY = 2.0
"""Seconds until Valkey or the database is tried again."""

MOST_OF_A_TOKEN, MOST_OF_A_PERSON, MOST_OF_AN_ADDRESS = 20, 30, 100
"""Most open streams per web process, of a token, a person and an IP address; of all IPv6 networks of one owner 16 times
as many as of an address.
"""

_open = Openings()
"""Counts the open streams of this process by token, person and address."""

_listening: set[Ticket] = set()
_guards: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


@dataclass(eq=False, slots=True)
class Ticket:
    """The listener of a stream: the keys it is counted under, and its token, without which it must end."""

    takers: tuple[str, ...]
    token: str | None
    is_over: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        """End the stream."""
        self.is_over = True
        self.woken.set()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the stream while the block lasts."""
        _open.add(self.takers)
        _listening.add(self)
        try:
            with metrics.open_socket("Stream"):
                yield
        finally:
            _listening.discard(self)
            _open.remove(self.takers)


@dataclass(frozen=True, slots=True)
class News:
    """New events, each with its id and type. `more`: there is more to read at once; `over`: nothing will follow.

    The next read continues from `mark`.
    """

    events: list[dict[str, Any]]
    mark: Any
    more: bool = False
    over: bool = False


class TooManyStreams(Exception):
    """The caller already has the maximum number of open streams."""


def ticket_for(request: HttpRequest, *, user_id: int | None, token: str | None) -> Ticket:
    """A ticket for a stream; get it before reading anything for the stream. Raises TooManyStreams."""
    takers = {}
    if token is not None:
        takers[token] = MOST_OF_A_TOKEN
    if user_id is not None:
        takers[f"person {user_id}"] = MOST_OF_A_PERSON
    for source, times in sources_of(address_of(request)).items():
        takers[f"address {source}"] = times * MOST_OF_AN_ADDRESS
    if not _open.have_room(takers):
        raise TooManyStreams
    return Ticket(tuple(takers), token)


class Stream(StreamingHttpResponse):
    """A streaming response. `begun` is sent at once."""

    def __init__(self, *, first: News, read: Callable[[Any], News], groups: Iterable[str], ticket: Ticket, form: str):
        self.begun = b"".join(_framed(each, form) for each in first.events)
        parts = _parts(self.begun, first, read, tuple(groups), ticket, form)
        self.parts = parts  # the sender closes them
        super().__init__(parts, content_type=f"{form}; charset=utf-8")
        self["Cache-Control"] = "no-store, private"
        self["X-Accel-Buffering"] = "no"  # no buffering in nginx
        self["Content-Encoding"] = "identity"  # otherwise Django's middleware would declare the `parts` compressed


def form_of(request: HttpRequest) -> str:
    """The media type in which the caller reads the stream."""
    return SSE if SSE in request.headers.get("Accept", "") else NDJSON


async def _parts(
    begun: bytes, first: News, read: Callable[[Any], News], groups: tuple[str, ...], ticket: Ticket, form: str
) -> AsyncGenerator[bytes]:
    """The parts of the body: `begun`, then events as they happen, and a heartbeat whenever there were none for a while.

    Ends after the last news, or with the ticket.
    """
    woken = ticket.woken
    listening = asyncio.create_task(_listen(groups, woken))
    loop = asyncio.get_running_loop()
    _guard(loop)
    news, said = first, loop.time()
    try:
        with ticket.counted():
            yield begun or _beat(form)
            while not (news.over or ticket.is_over):
                if not news.more:
                    await _within(woken, BEAT * uniform(1.0, 1.3))
                if ticket.is_over:
                    break
                woken.clear()
                newer = await _read(read, news.mark)
                if newer is None:
                    woken.set()
                    continue
                news = newer
                if news.events:
                    yield b"".join(_framed(each, form) for each in news.events)
                elif loop.time() > said + BEAT:
                    yield _beat(form)
                else:
                    continue
                said = loop.time()
    finally:
        while not listening.done():  # a task cancelled while it connects may raise a connection error instead
            listening.cancel()
            await asyncio.wait({listening}, timeout=1)


async def _read(read: Callable[[Any], News], mark: Any) -> News | None:
    """The news since `mark`; None, after a pause, while the database is away: the next read finds what was missed."""
    try:
        return await database_sync_to_async(read)(mark)
    except db.Error as error:
        log.warning("a stream could not read: %s", error)
        await asyncio.sleep(AWAY)
        return None


async def _within(woken: asyncio.Event, seconds: float) -> None:
    """Wait for news, at most this many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()


async def _listen(groups: tuple[str, ...], woken: asyncio.Event) -> None:
    """Set `woken` for all news of these groups, and whenever some may have been missed."""
    layer: Any = get_channel_layer()
    while True:
        channel = ""
        try:
            channel = await layer.new_channel()
            for group in groups:
                await layer.group_add(group, channel)
            woken.set()
            while True:
                await layer.receive(channel)
                woken.set()
        except (OSError, RedisError):
            await asyncio.sleep(AWAY)
        finally:
            with suppress(OSError, RedisError):
                for group in groups:
                    await layer.group_discard(group, channel)


def _guard(loop: asyncio.AbstractEventLoop) -> None:
    """Make sure that a task checks the tokens of the streams in this event loop."""
    running = _guards.get(loop)
    if running is None or running.done():
        for ended in [each for each in _guards if each.is_closed()]:
            del _guards[ended]
        _guards[loop] = loop.create_task(_look_after_tokens())


async def _look_after_tokens() -> None:
    """End the streams whose token is revoked or expired, or whose owner is banned: one query for each kind of token."""
    while _listening:
        keys = {ticket.token for ticket in list(_listening) if ticket.token is not None}
        try:
            ended = keys - await database_sync_to_async(let_in)(keys) if keys else set()
        except Exception:  # the next check tries again
            log.exception("the tokens of streams could not be checked")
            ended = set()
        for ticket in list(_listening):
            if ticket.token in ended:
                ticket.end()
        await asyncio.sleep(GUARD)


def _framed(event: dict[str, Any], form: str) -> bytes:
    said = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    if form == NDJSON:
        return f"{said}\n".encode()
    return f"id: {event['id']}\nevent: {event['type']}\ndata: {said}\n\n".encode()


def _beat(form: str) -> bytes:
    return b"\n" if form == NDJSON else b":\n\n"

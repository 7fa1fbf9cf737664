"""Django's pages as an ASGI application.

One thread runs a request from the first middleware to the end of the view. Sending needs none: a client that is slow,
or does not read at all, occupies no thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import chain
from typing import Any, TypeVar

from django.core import signals
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase
from django.urls import set_script_prefix

from common import lock_timeout
from machupicchu.http.unavailable import unavailable

PAGE_THREADS = 4
"""The number of pages that one process handles at a time; more would only compete for the same CPU and locks."""

FORM_THREADS = 3
"""The number of forms handled besides. If the database is locked, forms wait for each other, and no page for them."""

LONGEST_WAIT = lock_timeout.WRITING
"""Seconds that a form waits, for a thread and for the database together; after that the answer is 503."""

LEAST_WAIT = 0.5
"""Seconds that a form waits at least for the database, however long it waited for a thread."""

LONGEST_SENDING = 60.0
"""Seconds within which the client of a stream must accept each part."""

LAST_SENDING = 1.0
"""Seconds to send the end of a stream that a slow client or a shutdown cuts short; then the connection is closed."""

PIECE = 64 * 1024
"""The minimum number of bytes of a file that are generated and sent at once. A smaller file is sent as a whole."""

READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods of requests that change nothing."""

Answer = TypeVar("Answer")

END = {"type": "http.response.body", "body": b""}
"""The event that ends a response."""


class Threads:
    """A pool of threads for one request each, with persistent database connections and a lock timeout in `seconds`."""

    def __init__(self, name: str, count: int, seconds: float) -> None:
        # Last in, first out: the thread used last has the warmest connection.
        self._free: list[ThreadPoolExecutor] = []
        self._queue: deque[asyncio.Future[ThreadPoolExecutor]] = deque()
        for _number in range(count):
            ready = partial(lock_timeout.set_for_this_thread, seconds)
            self._free.append(ThreadPoolExecutor(max_workers=1, thread_name_prefix=name, initializer=ready))

    async def take(self, longest: float | None = None) -> ThreadPoolExecutor:
        """Take a thread for a request, in order of arrival. Raises TimeoutError after `longest` seconds of waiting."""
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[ThreadPoolExecutor] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            async with asyncio.timeout(longest):
                return await turn
        except BaseException:
            if turn.done() and not turn.cancelled():  # its turn came at the moment of the timeout
                self.give_back(turn.result())
            raise

    def give_back(self, thread: ThreadPoolExecutor) -> None:
        """Pass the thread to the request that has waited longest, if any.

        It is never free in between: a new request would take it, and a long queue would not move.
        """
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(thread)
                return
        self._free.append(thread)


class Gone(Exception):
    """The client left before the whole request had arrived."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a streaming response after its first piece, with the context (language) of its request."""

    response: HttpResponseBase
    parts: Iterator[bytes]
    context: Context


class Pages(BaseHandler):
    """Runs the middleware and the view of a request in one thread, which keeps its database connection afterwards.

    All our views are synchronous. Django's own ASGI handler switches threads for each middleware, for the view and for
    closing the response, and opens a database connection for every request.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self._pages = Threads("page", PAGE_THREADS, lock_timeout.READING)
        self._forms = Threads("form", FORM_THREADS, lock_timeout.WRITING)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request.

        It takes a thread once the whole request has arrived, and gives it back before sending: a slow client occupies
        none.
        """
        try:
            body = await _body(receive)
        except Gone:
            return
        loop = asyncio.get_running_loop()
        threads, waited, came = (self._pages if scope["method"] in READING else self._forms), "", loop.time()
        try:
            thread = await threads.take(None if threads is self._pages else LONGEST_WAIT)
        except TimeoutError:
            threads, waited = self._pages, "all threads wait for the database"
            thread = await threads.take()
        left = LONGEST_WAIT - (loop.time() - came)
        try:
            work = partial(self._answer, scope, body, waited)
            if threads is self._forms and left < LONGEST_WAIT - LEAST_WAIT:
                work = partial(_with_lock_timeout, max(LEAST_WAIT, left), work)
            response, content, rest = await loop.run_in_executor(thread, work)
        finally:
            threads.give_back(thread)
        if content is None:
            await _send_as_it_comes(response, response.parts, receive, send)
            return
        await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
        if rest is None:
            await send({"type": "http.response.body", "body": content})
        else:
            await self._send_rest(content, rest, receive, send)

    def _answer(self, scope: Any, body: bytes, waited: str) -> tuple[Any, bytes | None, Rest | None]:
        """The response, its content or the first piece of that, and the rest to generate, if any.

        The content is None for an endless response. A non-empty `waited` says what the request waited for in vain: then
        the response is a 503.
        """
        set_script_prefix(scope.get("root_path", ""))
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request = ASGIRequest(scope, BytesIO(body))
        except RequestDataTooBig:
            response: Any = HttpResponse(status=413)
        except (UnicodeDecodeError, SuspiciousOperation):  # a charset in Content-Type makes it decode the query string
            response = HttpResponse(status=400)
        else:
            response = unavailable(request, waited) if waited else self.get_response(request)
        is_endless, is_head = getattr(response, "parts", None) is not None, scope["method"] == "HEAD"
        if is_endless and not is_head:
            return response, None, None
        content, rest = _content(response, is_head=is_head)
        return response, content, rest

    async def _send_rest(self, piece: bytes, rest: Rest, receive: Any, send: Any) -> None:
        """Send a file piece by piece while its client is connected; a thread is taken separately for each piece."""

        async def leave() -> None:
            while (await receive())["type"] != "http.disconnect":
                continue

        leaving = asyncio.ensure_future(leave())
        try:
            while piece and not leaving.done():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                if not leaving.done():
                    piece = await self._in_thread(partial(rest.context.run, _piece, rest.parts))
            if not leaving.done():
                await send(END)
        finally:
            leaving.cancel()
            await self._in_thread(rest.response.close)

    async def _in_thread(self, work: Callable[[], Answer]) -> Answer:
        """Run `work` in the next free thread and return its result."""
        thread = await self._pages.take()
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, work)
        finally:
            self._pages.give_back(thread)


def _with_lock_timeout(seconds: float, work: Callable[[], Answer]) -> Answer:
    with lock_timeout.lock_timeout(seconds):
        return work()


async def _send_as_it_comes(response: Any, parts: AsyncGenerator[bytes], receive: Any, send: Any) -> None:
    """Send an endless response until it ends, the client disconnects, or the server shuts down."""

    async def tell() -> None:
        await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
        async with aclosing(parts):
            async for part in parts:
                async with asyncio.timeout(LONGEST_SENDING):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
        async with asyncio.timeout(LONGEST_SENDING):
            await send(END)

    telling, leaving = asyncio.ensure_future(tell()), asyncio.ensure_future(receive())
    try:
        await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, leaving):
            task.cancel()
        await asyncio.gather(telling, leaving, return_exceptions=True)
        response.close()
    error = TimeoutError() if telling.cancelled() else telling.exception()
    if error is None:
        return
    if not isinstance(error, TimeoutError):
        raise error
    with suppress(OSError):  # TimeoutError is one
        async with asyncio.timeout(LAST_SENDING):
            await send(END)


async def _body(receive: Any) -> bytes:
    """The whole request body; `Bounded` limits its size. Raises Gone if the client disconnects first."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    cookies = (("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values())
    pairs = chain(response.items(), cookies)
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in pairs]


def _content(response: Any, *, is_head: bool) -> tuple[bytes, Rest | None]:
    """The content of a response or the first piece of that, and the rest to generate; closed if there is none."""
    rest = None
    try:
        if not response.streaming:
            content = response.content
        elif is_head:
            content = b""
        else:
            parts = iter(response)
            content = _piece(parts)
            if len(content) >= PIECE:
                rest = Rest(response, parts, copy_context())
    finally:
        if rest is None:
            response.close()
    return content, rest


def _piece(parts: Iterator[bytes]) -> bytes:
    """The next parts joined, at least `PIECE` bytes unless they are the last; b"" at the end."""
    taken: list[bytes] = []
    size = 0
    while size < PIECE and (part := next(parts, None)) is not None:
        taken.append(part)
        size += len(part)
    return b"".join(taken)

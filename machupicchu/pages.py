"""Django's pages as an ASGI application: one thread from the first middleware to the last byte."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from itertools import chain
from typing import Any

from django.core import signals
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase
from django.urls import set_script_prefix

from machupicchu import patience
from machupicchu.unavailable import unavailable

PAGE_THREADS = 4
"""Pages that one process works on at the same time; more would only wait for each other's processor and locks."""

FORM_THREADS = 3
"""Forms that it works on beside them. Where the database is locked they wait for each other, and no page for them."""

LONGEST_WAIT = 3.0
"""Seconds that a form waits for a thread; then the database is in trouble, and the answer says so (503)."""

READING = frozenset({"GET", "HEAD", "OPTIONS"})


class Threads:
    """Threads that work on one request each, with a database connection that is kept, and with their patience."""

    def __init__(self, name: str, count: int, seconds: float) -> None:
        # Last in, first out: the thread used last has the warmest connection.
        self._free: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
        for _number in range(count):
            ready = partial(patience.set_for_this_thread, seconds)
            self._free.put_nowait(ThreadPoolExecutor(max_workers=1, thread_name_prefix=name, initializer=ready))

    async def take(self, longest: float | None = None) -> ThreadPoolExecutor:
        """One for a request. Raises TimeoutError where none is free for so long."""
        async with asyncio.timeout(longest):
            return await self._free.get()

    def give_back(self, thread: ThreadPoolExecutor) -> None:
        """Let it work for somebody else."""
        self._free.put_nowait(thread)


class Gone(Exception):
    """The visitor has left before the whole request had come."""


class Pages(BaseHandler):
    """Runs middleware and view of a page in one thread, and keeps that thread with its database connection.

    All our views are synchronous. Django's own ASGI handler enters a thread anew for each middleware, for the view and
    for closing the response, and makes a connection for every request.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self._pages = Threads("page", PAGE_THREADS, patience.READING)
        self._forms = Threads("form", FORM_THREADS, patience.WRITING)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request. A thread is taken when the whole request is there: a slow visitor occupies none."""
        try:
            body = await _body(receive)
        except Gone:
            return
        loop = asyncio.get_running_loop()
        threads, waited = (self._pages if scope["method"] in READING else self._forms), ""
        try:
            thread = await threads.take(None if threads is self._pages else LONGEST_WAIT)
        except TimeoutError:
            threads, waited = self._pages, "all threads wait for the database"
            thread = await threads.take()
        try:
            response, content = await loop.run_in_executor(thread, self._answer, scope, body, waited)
            await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
            if content is not None:
                await send({"type": "http.response.body", "body": content})
                return
            parts = iter(response)
            while (part := await loop.run_in_executor(thread, _next, parts)) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
            await loop.run_in_executor(thread, response.close)
        finally:
            threads.give_back(thread)

    def _answer(self, scope: Any, body: bytes, waited: str) -> tuple[HttpResponseBase, bytes | None]:
        """The response and its content; None as content for one that comes in parts, which is still open.

        `waited` says for what the request has waited in vain: then it is answered 503.
        """
        set_script_prefix(scope.get("root_path", ""))
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request = ASGIRequest(scope, BytesIO(body))
        except RequestDataTooBig:
            response: HttpResponseBase = HttpResponse(status=413)
        except (UnicodeDecodeError, SuspiciousOperation):  # a charset may have it read the query
            response = HttpResponse(status=400)
        else:
            response = unavailable(request, waited) if waited else self.get_response(request)
        if response.streaming:
            return response, None
        content = response.content  # type: ignore[attr-defined]
        response.close()
        return response, content


async def _body(receive: Any) -> bytes:
    """The whole body, which the server has bounded. Raises Gone."""
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


def _next(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)

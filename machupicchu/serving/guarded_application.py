"""An ASGI wrapper around the application: tells each connection's guard when a request starts and is answered."""

from __future__ import annotations

import asyncio
from typing import Any

from machupicchu.serving.guard import Guard, guard_of
from machupicchu.serving.reading import Request

NOTHING = {"type": "http.request", "body": b"", "more_body": False}
"""Tells an application, once, that the process is about to end."""

CLOSE = (b"connection", b"close")
"""The header that ends a connection after this response."""


class GuardedApplication:
    """Passes requests and sockets on to the application, and reports to their guards."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._ending = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, or serve one socket."""
        guard = guard_of(scope)
        if guard is None:
            await self._inner(scope, receive, send)
            return
        request = guard.asked() if scope["type"] == "http" else None
        if request is None:

            async def say(message: Any) -> None:
                await guard.room()
                await send(message)

            await self._inner(scope, receive, say)
            return
        conversation = Conversation(guard, request, receive, send, self._ending)
        try:
            await self._inner(scope, conversation.receive, conversation.send)
        except BaseException:
            guard.failed(request)
            raise
        finally:
            conversation.end()
        guard.answered(request)

    def end(self) -> None:
        """Start the shutdown: current streams end now, and later ones right after their request is complete."""
        self._ending.set()


class Conversation:
    """The messages of one request and its response."""

    __slots__ = ("_coming", "_ending", "_guard", "_is_told", "_is_whole", "_receive", "_request", "_send")

    def __init__(self, guard: Guard, request: Request, receive: Any, send: Any, ending: asyncio.Event) -> None:
        self._guard, self._request, self._receive, self._send = guard, request, receive, send
        self._ending = ending
        self._is_whole = self._is_told = False
        self._coming: asyncio.Future[Any] | None = None

    async def receive(self) -> Any:
        """The next message of the server.

        Once the request is complete, only a disconnect can follow. The shutdown of the process is then reported too,
        once, as an empty message: a stream ends as soon as it gets any message.
        """
        if not self._is_whole:
            message = await self._receive()
            self._is_whole = not message.get("more_body")
            return message
        if self._coming is None:
            self._coming = asyncio.ensure_future(self._receive())
        if not self._is_told:
            ending = asyncio.ensure_future(self._ending.wait())
            try:
                await asyncio.wait({self._coming, ending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ending.cancel()
            if not self._coming.done():
                self._is_told = True
                return NOTHING
        coming, self._coming = self._coming, None
        return await coming

    async def send(self, message: Any) -> None:
        """Send part of the response, once there is room; tell the guard when it is complete."""
        kind = message["type"]
        if kind == "http.response.start":
            self._request.has_begun = True
            if self._guard.is_ending:
                message = {**message, "headers": [*message.get("headers", ()), CLOSE]}
        await self._guard.room()
        await self._send(message)
        if kind == "http.response.body" and not message.get("more_body"):
            self._guard.answered(self._request)

    def end(self) -> None:
        """Stop waiting for a disconnect: the application has returned."""
        if self._coming is not None:
            self._coming.cancel()

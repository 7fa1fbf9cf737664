"""Limits of a request that hold under every ASGI server: size of its head and body, and the time for the body to come.

What comes before the application is asked is bounded by what stands in front of the server: `machupicchu.guard`.
docs/operating.md lists all limits.
"""

from __future__ import annotations

import asyncio
from typing import Any

MOST_BYTES = 1024 * 1024
"""The largest body of a request. The largest thing anyone sends here is the record of a match."""

MOST_BYTES_BESIDE = 64 * 1024
"""The most bytes of a request besides its body: address, headers, trailers, and what separates the chunks of a body."""

REQUEST_SECONDS = 60.0
"""The time after its headers for the whole body to arrive."""

BETWEEN = len(b": \r\n")
"""Bytes of a header besides its name and value."""

TIMEOUT, TOO_LARGE, HEAD_TOO_LARGE = 408, 413, 431


class Refused(Exception):
    """The rest of the request is not read; the argument is the status that says so."""


class Bounded:
    """Passes requests on to an application, as long as they stay within the limits. It refuses before it answers."""

    def __init__(self, inner: Any, *, seconds: float = REQUEST_SECONDS) -> None:
        self._inner = inner
        self._seconds = seconds

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        began = False

        async def say(message: Any) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            check_head(scope)
            await self._inner(scope, Body(receive, self._seconds).receive, say)
        except Refused as refused:
            if began:
                raise
            headers = [(b"content-length", b"0"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": refused.args[0], "headers": headers})
            await send({"type": "http.response.body", "body": b""})


class Body:
    """What an application receives of a request: no more than may come, and no longer than it may take."""

    def __init__(self, receive: Any, seconds: float) -> None:
        self._receive = receive
        self._end = asyncio.get_running_loop().time() + seconds
        self._came = 0
        self._is_whole = False

    async def receive(self) -> Any:
        """The next message. Raises Refused."""
        if self._is_whole:
            return await self._receive()  # it waits for the client to leave
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise Refused(TIMEOUT) from None
        self._came += len(message.get("body", b""))
        if self._came > MOST_BYTES:
            raise Refused(TOO_LARGE)
        self._is_whole = not message.get("more_body")
        return message


def check_head(scope: Any) -> None:
    """Raise Refused if the head is too large, or says that the body will be."""
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    for name, value in scope["headers"]:
        size += len(name) + len(value) + BETWEEN
        if name == b"content-length" and value.isdigit() and int(value) > MOST_BYTES:
            raise Refused(TOO_LARGE)
    if size > MOST_BYTES_BESIDE:
        raise Refused(HEAD_TOO_LARGE)

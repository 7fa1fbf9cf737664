"""Limits of a request that hold under every ASGI server: size of its head and body, and time for the body to arrive.

What arrives before the application is asked is limited in front of the server: `machupicchu.serving.guard`.
docs/operating.md lists all limits.
"""

from __future__ import annotations

import asyncio
from typing import Any

MOST_BYTES = 1024 * 1024
"""The maximum size of a request body. The largest that anyone needs to send is the record of a match."""

MOST_BYTES_BESIDE = 64 * 1024
"""The maximum number of bytes of a request besides its body: URL, headers, trailers, and the framing of chunks."""

REQUEST_SECONDS = 60.0
"""Seconds for the whole body to arrive, after the headers."""

BETWEEN = len(b": \r\n")
"""Bytes of a header besides its name and value."""

TIMEOUT, TOO_LARGE, HEAD_TOO_LARGE = 408, 413, 431


class Refused(Exception):
    """The request exceeds a limit, and the rest of it is not read; the argument is the status of the response."""


class Bounded:
    """Passes requests on to an application while they stay within the limits, else answers with an error status."""

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
    """The body that an application receives, limited in size and time."""

    def __init__(self, receive: Any, seconds: float) -> None:
        self._receive = receive
        self._end = asyncio.get_running_loop().time() + seconds
        self._came = 0
        self._is_whole = False

    async def receive(self) -> Any:
        """The next message. Raises Refused when the body is too large or takes too long."""
        if self._is_whole:
            return await self._receive()  # only a disconnect can follow
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
    """Raise Refused if the head is too large, or announces a body that is."""
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    for name, value in scope["headers"]:
        size += len(name) + len(value) + BETWEEN
        if name == b"content-length" and value.isdigit() and int(value) > MOST_BYTES:
            raise Refused(TOO_LARGE)
    if size > MOST_BYTES_BESIDE:
        raise Refused(HEAD_TOO_LARGE)

"""Listens to streams of the API, through the real application."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import connections

from machupicchu.serving.pages import Pages


class Listening:
    """A stream as a program gets it with a token, from event `last` on; or as a page does, by its `session` key."""

    def __init__(
        self, path: str, secret: str = "", last: str = "", accept: str = "application/x-ndjson", session: str = ""
    ) -> None:
        headers = [
            (b"host", b"localhost"),
            (b"accept", accept.encode()),
            (b"accept-encoding", b"gzip"),
        ]
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        else:
            headers.append((b"authorization", f"Bearer {secret}".encode()))
        if last:
            headers.append((b"last-event-id", last.encode()))
        scope = {"type": "http", "method": "GET", "path": f"/api/v1/{path}", "raw_path": f"/api/v1/{path}".encode()}
        scope |= {"query_string": b"", "headers": headers, "client": ["127.0.0.1", 5], "scheme": "http"}
        scope |= {"server": ["localhost", 80], "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": ""}
        self._pages = Pages()
        self._connection = ApplicationCommunicator(self._pages, scope)
        self._held: list[dict[str, Any]] = []
        self.status, self.headers = 0, dict[str, str]()
        self.is_over = False

    async def open(self) -> Listening:
        """Open the stream."""
        await self._connection.send_input({"type": "http.request", "body": b""})
        start = await self._connection.receive_output(timeout=60)
        self.status = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return self

    async def part(self, timeout: float = 60) -> bytes:
        """The next bytes; none at the end."""
        message = await self._connection.receive_output(timeout=timeout)
        self.is_over = not message.get("more_body", False)
        return message["body"]

    async def next(self) -> dict[str, Any] | None:
        """The next event; None at the end."""
        while not self._held and not self.is_over:
            self._held += [json.loads(line) for line in (await self.part()).split(b"\n") if line]
        return self._held.pop(0) if self._held else None

    async def leave(self) -> None:
        """Disconnect."""
        await self._connection.send_input({"type": "http.disconnect"})
        await self.close()

    async def close(self) -> None:
        """Wait until the server is done with it, and leave nothing open in its threads."""
        await self._connection.wait(timeout=60)
        loop = asyncio.get_running_loop()
        for threads in (self._pages._pages, self._pages._forms):
            while threads._free:
                thread = threads._free.pop()
                await loop.run_in_executor(thread, connections.close_all)
                thread.shutdown()

"""Pages and sockets in one ASGI application, for daphne."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
django.setup(set_prefix=False)

from games.sockets.origins import OwnPagesOnly  # noqa: E402
from games.sockets.urls import websocket_urlpatterns  # noqa: E402 (models need the set-up above)
from machupicchu import bodies, connections, patience  # noqa: E402
from machupicchu.unavailable import unavailable  # noqa: E402

bodies.bound()
connections.bound()

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


class PageHandler(ASGIHandler):
    """Runs middleware and view of a page in one thread, and keeps that thread with its database connection.

    All our views are synchronous. Django's own ASGI handler would make a thread and a connection for every request,
    and enter a thread anew for each middleware and for the view.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages = Threads("page", PAGE_THREADS, patience.READING)
        self._forms = Threads("form", FORM_THREADS, patience.WRITING)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request; the server has read its whole body already, so a slow visitor occupies no thread."""
        threads = self._pages if scope["method"] in READING else self._forms
        try:
            thread = await threads.take(None if threads is self._pages else LONGEST_WAIT)
        except TimeoutError:
            scope = scope | {"waited": "all threads wait for the database"}
            threads = self._pages
            thread = await threads.take()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            threads.give_back(thread)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self._response, thread_sensitive=True)(request)

    def _response(self, request: HttpRequest) -> HttpResponseBase:
        waited = getattr(request, "scope", {}).get("waited")
        return unavailable(request, waited) if waited else self.get_response(request)


application = ProtocolTypeRouter(
    {
        "http": PageHandler(),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

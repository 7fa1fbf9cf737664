"""Pages and sockets in one ASGI application, for daphne."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
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
from machupicchu import bodies, connections  # noqa: E402

bodies.bound()
connections.bound()

PAGE_THREADS = 4
"""Pages that one process works on at the same time; more would only wait for each other's processor and locks."""


class PageHandler(ASGIHandler):
    """Runs middleware and view of a page in one thread, and keeps that thread with its database connection.

    All our views are synchronous. Django's own ASGI handler would make a thread and a connection for every request,
    and enter a thread anew for each middleware and for the view.
    """

    def __init__(self) -> None:
        super().__init__()
        # Last in, first out: the thread used last has the warmest connection.
        self._threads: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
        for _number in range(PAGE_THREADS):
            self._threads.put_nowait(ThreadPoolExecutor(max_workers=1, thread_name_prefix="page"))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request; the server has read its whole body already, so a slow visitor occupies no thread."""
        thread = await self._threads.get()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            self._threads.put_nowait(thread)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


application = ProtocolTypeRouter(
    {
        "http": PageHandler(),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

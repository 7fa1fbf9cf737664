"""Pages and sockets in one ASGI application."""

import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
django.setup(set_prefix=False)

from games.pages.match.live_boards import LiveBoards  # noqa: E402
from games.sockets.origins import OwnPagesOnly  # noqa: E402
from games.sockets.urls import websocket_urlpatterns  # noqa: E402 (models need the set-up above)
from machupicchu.serving.bounds import Bounded  # noqa: E402
from machupicchu.serving.pages import Pages  # noqa: E402

live_boards = LiveBoards()
"""The boards that this process draws for open pages, passed to sockets, which must not import pages."""


class WithLiveBoards:
    """Passes connections on with `live_boards` in the scope."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass the connection on."""
        return await self.inner({**scope, "live_boards": live_boards}, receive, send)


application = ProtocolTypeRouter(
    {
        "http": Bounded(Pages()),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(WithLiveBoards(URLRouter(websocket_urlpatterns)))),
    }
)

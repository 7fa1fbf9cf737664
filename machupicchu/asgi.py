"""Pages and sockets in one ASGI application."""

import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
django.setup(set_prefix=False)

from games.pages.match.live_boards import Drawings  # noqa: E402
from games.sockets.origins import OwnPagesOnly  # noqa: E402
from games.sockets.urls import websocket_urlpatterns  # noqa: E402 (models need the set-up above)
from machupicchu.bounds import Bounded  # noqa: E402
from machupicchu.pages import Pages  # noqa: E402

drawings = Drawings()
"""The matches that this process has rendered for spectators, passed to sockets, which must not import pages."""


class WithDrawings:
    """Passes connections on with `drawings` in the scope."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass the connection on."""
        return await self.inner({**scope, "drawings": drawings}, receive, send)


application = ProtocolTypeRouter(
    {
        "http": Bounded(Pages()),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(WithDrawings(URLRouter(websocket_urlpatterns)))),
    }
)

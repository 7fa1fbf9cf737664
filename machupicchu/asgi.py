"""Pages and sockets in one ASGI application."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
django.setup(set_prefix=False)

from games.sockets.origins import OwnPagesOnly  # noqa: E402
from games.sockets.urls import websocket_urlpatterns  # noqa: E402 (models need the set-up above)
from machupicchu.pages import Pages  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Pages(),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

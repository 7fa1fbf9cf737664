"""URLs of the sockets."""

from django.urls import path, re_path

from games.sockets.consumers import MatchConsumer, MeConsumer, NoConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:code>/", MatchConsumer.as_asgi()),
    path("ws/me/", MeConsumer.as_asgi()),
    re_path(r"", NoConsumer.as_asgi()),
]

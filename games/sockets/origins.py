"""Which origins may open sockets here: those whose form posts are accepted."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.core.handlers.asgi import ASGIRequest
from django.middleware.csrf import CsrfViewMiddleware


class OwnPagesOnly:
    """Refuses sockets opened by pages of another origin; another scheme or port of one of our hosts counts as another.

    Origins in CSRF_TRUSTED_ORIGINS count as our own. Programs that send no Origin header are refused too.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass the socket on, or refuse it before any lookup."""
        application = self._application if is_own(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_own(scope: dict[str, Any]) -> bool:
    """Whether forms posted by the page that opens this socket would be accepted."""
    schemes = {"ws": "http", "wss": "https"}
    as_page = {**scope, "method": "GET", "scheme": schemes.get(scope.get("scheme", "ws"), "http")}
    request = ASGIRequest(as_page, BytesIO())
    return "HTTP_ORIGIN" in request.META and bool(forms()._origin_verified(request))  # type: ignore[attr-defined]


@cache
def forms() -> CsrfViewMiddleware:
    """The CSRF middleware that guards our forms, so that one rule covers both."""
    return CsrfViewMiddleware(lambda request: None)  # type: ignore[arg-type]

"""Whose pages may open sockets here: those whose forms are taken too."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.core.handlers.asgi import ASGIRequest
from django.middleware.csrf import CsrfViewMiddleware


class OwnPagesOnly:
    """Refuse a socket that a page of another origin opens: another scheme or port of a host of ours is another one.

    An origin of CSRF_TRUSTED_ORIGINS is as good as our own. Programs that name none are refused too.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Hand the socket on, or refuse it before anything is looked up."""
        application = self._application if is_own(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_own(scope: dict[str, Any]) -> bool:
    """Whether the page that opens this socket is one whose forms would be taken."""
    schemes = {"ws": "http", "wss": "https"}
    as_page = {**scope, "method": "GET", "scheme": schemes.get(scope.get("scheme", "ws"), "http")}
    request = ASGIRequest(as_page, BytesIO())
    return "HTTP_ORIGIN" in request.META and bool(forms()._origin_verified(request))  # type: ignore[attr-defined]


@cache
def forms() -> CsrfViewMiddleware:
    """What guards our forms: one rule for both."""
    return CsrfViewMiddleware(lambda request: None)  # type: ignore[arg-type]

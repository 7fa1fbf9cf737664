"""The page that visitors see while the tables are being changed; it reloads by itself.

An ASGI application of its own, which needs neither the database nor collected static files.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation

SECONDS = 5
"""Seconds after which browsers and programs try again."""

STYLES = "/static/css/"
"""The path of the style sheets of the page."""

Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def application(scope: Scope, receive: Callable[[], Awaitable[Any]], send: Send) -> None:
    """Answer with the page (503) or its stylesheets, and refuse sockets."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
    elif scope["path"] in _styles():
        await _answer(send, 200, b"text/css; charset=utf-8", _styles()[scope["path"]])
    else:
        await _answer(send, 503, b"text/html; charset=utf-8", _page(scope), again=scope["method"])


async def _answer(send: Send, status: int, kind: bytes, body: bytes, *, again: str = "") -> None:
    """Send a response. `again` is the method of a request to repeat: only a GET is repeated automatically."""
    seconds = str(SECONDS).encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *([(b"retry-after", seconds)] if again else []),
        *([(b"refresh", seconds)] if again == "GET" else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _page(scope: Scope) -> bytes:
    with translation.override(translation.get_language_from_request(ASGIRequest(scope, BytesIO()))):
        return render_to_string("updating.html", {"styles": _styles()}).encode()


@cache
def _styles() -> dict[str, bytes]:
    sheets = settings.BASE_DIR / "static" / "css"
    return {f"{STYLES}{name}": (sheets / name).read_bytes() for name in ("site.css", "states.css")}

"""Conversations with the site's sockets, through the real application."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TypeVar

from asgiref.sync import SyncToAsync
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections

from accounts.models import User
from machupicchu.asgi import application
from tests.visitors import visitor

Said = TypeVar("Said")

BOARDS = "?pieces=en&zone="
"""The query of a socket that is to bring boards, in English, with times in the zone of the site."""
TOKEN = "b" * 32
"""The CSRF token in the cookie of a browser."""


def socket(
    path: str,
    user: User | None = None,
    origin: str = "http://localhost",
    more: Sequence[tuple[bytes, bytes]] = (),
    address: str = "",
    token: str = "",
) -> WebsocketCommunicator:
    """A socket as a browser opens it, with the session of `user`, the CSRF `token`, `more` headers, and from an IP
    address.
    """
    headers = [(b"origin", origin.encode()), (b"host", b"localhost"), *more]
    if user is not None:
        client = visitor(user)
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        if token:
            cookie += f"; {settings.CSRF_COOKIE_NAME}={token}"
        headers.append((b"cookie", cookie.encode()))
    communicator = WebsocketCommunicator(application, path, headers=headers)
    if address:
        communicator.scope["client"] = [address, 5]
    return communicator


def run(conversation: Coroutine[None, None, Said]) -> Said:
    """The result of the conversation.

    A dropped socket may leave its last query running in the thread that all sockets share. Wait for it and close its
    connection, because after the test, when the database is off limits, the thread could not.
    """
    try:
        return asyncio.run(conversation)
    finally:
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()

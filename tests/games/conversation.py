"""Talking to the site's sockets, through the real application."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from asgiref.sync import SyncToAsync
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections
from django.test import Client

from accounts.models import User
from machupicchu.asgi import application

Said = TypeVar("Said")


def socket(path: str, user: User | None = None, origin: str = "http://localhost") -> WebsocketCommunicator:
    """A socket as a browser opens it, with the session of `user`."""
    headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
    if user is not None:
        client = Client()
        client.force_login(user)
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        headers.append((b"cookie", cookie.encode()))
    return WebsocketCommunicator(application, path, headers=headers)


def run(conversation: Coroutine[None, None, Said]) -> Said:
    """What the conversation has found out.

    A socket that is dropped may leave its last query running in the thread that all sockets share. It is awaited and
    its connection closed: after the test, when the database may no longer be touched, the thread could not do that.
    """
    try:
        return asyncio.run(conversation)
    finally:
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()

"""Who asks the site something: the browsers and programs of users."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from accounts.tokens import token_create


def visitor(user: User | None) -> Client:
    """The browser of a user, or of nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def program(user: User | None, *scopes: str) -> Any:
    """A client of the API with a token of a user, by default for reading, playing and tables; of nobody without one."""
    if user is None:
        return Client()
    _row, secret = token_create(user=user, name="program", scopes=scopes or ("read", "play", "tables"), days=None)
    return Client(headers={"Authorization": f"Bearer {secret}"})

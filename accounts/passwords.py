"""Passwords: one for all keyboards. New ones: hashed before anyone waits for it, and what they mean for whoever is
logged in with the old one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from common.people import sessions_changed

_ready: ContextVar[tuple[str, str] | None] = ContextVar("ready", default=None)
"""A password, and its hash."""


def one_way(password: str) -> str:
    """How a password is written before it is hashed: keyboards send the same letters as different code points."""
    return unicodedata.normalize("NFKC", password)


def ways(password: str) -> list[str]:
    """All that may have been hashed for what someone types; plain letters are written in one way only.

    Before passwords were written in one way, each was hashed as the keyboard of that day sent it.
    """
    found = (one_way(password), password, *(unicodedata.normalize(form, password) for form in ("NFC", "NFD")))
    return list(dict.fromkeys(found))


@contextmanager
def hashed_already(password: str | None) -> Iterator[None]:
    """Hash a password, to be used within the block.

    That takes long on purpose. In a transaction all others who write would wait for it.
    """
    token = _ready.set(None if password is None else (password, make_password(one_way(password))))
    try:
        yield
    finally:
        _ready.reset(token)


def hash_of(password: str) -> str:
    """The hash of a new password, made now unless that has been done already."""
    ready = _ready.get()
    return ready[1] if ready is not None and ready[0] == password else make_password(one_way(password))


class EndsSessions:
    """Not a rule for passwords: Django tells those of AUTH_PASSWORD_VALIDATORS of each new one, wherever it was set.

    A new password ends all other sessions. Sockets that are open hear of it at once.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Any password will do."""

    def password_changed(self, password: str, user: Any = None) -> None:
        """Called once it is stored."""
        if user is not None:
            sessions_changed(user.pk)

    def get_help_text(self) -> str:
        """What the administration says besides the rules."""
        return _("A new password logs the person out everywhere else.")

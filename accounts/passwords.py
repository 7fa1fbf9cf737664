"""Passwords: the same on all keyboards, hashed outside of transactions, and ending other sessions when changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from common.normal_forms import normalized
from common.people import sessions_changed

_ready: ContextVar[tuple[str, str] | None] = ContextVar("ready", default=None)
"""A password and its hash."""


def one_spelling(password: str) -> str:
    """The password normalized for hashing (NFKC): keyboards send the same letters as different code points."""
    return normalized("NFKC", password)


def spellings(password: str) -> list[str]:
    """All forms of a typed password that may have been hashed; for plain letters there is only one.

    Before passwords were normalized, each was hashed as the keyboard sent it.
    """
    found = (one_spelling(password), password, normalized("NFC", password), normalized("NFD", password))
    return list(dict.fromkeys(found))


@contextmanager
def hashed_already(password: str | None) -> Iterator[None]:
    """Hash a password now, for `hash_of` within the block.

    Hashing is slow on purpose. Inside a transaction, all other writers would wait for it.
    """
    token = _ready.set(None if password is None else (password, make_password(one_spelling(password))))
    try:
        yield
    finally:
        _ready.reset(token)


def hash_of(password: str) -> str:
    """The hash of a new password: the one from `hashed_already`, or else made now."""
    ready = _ready.get()
    return ready[1] if ready is not None and ready[0] == password else make_password(one_spelling(password))


class EndsSessions:
    """Tells open sockets that a new password has ended all other sessions.

    Accepts every password. It is in AUTH_PASSWORD_VALIDATORS because Django notifies these of each new password,
    wherever it is set.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Accept any password."""

    def password_changed(self, password: str, user: Any = None) -> None:
        """Called by Django once the password is stored."""
        if user is not None:
            sessions_changed(user.pk)

    def get_help_text(self) -> str:
        """The sentence that the admin shows next to the password rules."""
        return _("A new password logs the person out everywhere else.")

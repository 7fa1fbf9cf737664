"""Unsubscribe links that work without logging in: they contain the user's id, signed by the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core import signing

if TYPE_CHECKING:
    from accounts.models import User

SALT = "notices.unsubscribing"
"""Keeps this signature apart from other ones. If it changes, the links in emails sent before no longer work."""


def token_for(user: User) -> str:
    """The signed token of a user, part of the link. It is the same in every email and never expires."""
    return signing.Signer(salt=SALT).sign_object(user.pk)


def user_id_of(token: str) -> int | None:
    """The id of the user in a token; None if this site has not signed it."""
    try:
        key = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    return key if isinstance(key, int) else None

"""Unsubscribe links that work without logging in: they name the user, signed by the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core import signing

if TYPE_CHECKING:
    from accounts.models import User

SALT = "notices.unsubscribing"


def token_for(user: User) -> str:
    """The part of the link that identifies the user. It is the same in every mail and never expires."""
    return signing.Signer(salt=SALT).sign_object(user.pk)


def user_id_of(token: str) -> int | None:
    """The user of the link; None if it was not made by this site."""
    try:
        key = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    return key if isinstance(key, int) else None

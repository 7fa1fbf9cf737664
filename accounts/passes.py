"""The access of a program, from either kind of token: one that a user created, or one that was granted to an app.

Tokens of users have a prefix, so each look-up costs one query.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from accounts import oauth, tokens
from accounts.models import User

TOKEN, APP = "token", "app"


@dataclass(frozen=True, slots=True)
class Pass:
    """The user that a program acts for, and its scopes."""

    user: User
    scopes: frozenset[str]
    key: str
    """The kind and the primary key of the token, for `let_in`."""


def pass_of(secret: str) -> Pass | None:
    """The access that a secret gives, or None. Always asks the database, so revoking takes effect at once."""
    if secret.startswith(tokens.PREFIX):
        token = tokens.token_of(secret)
        return None if token is None else Pass(token.user, frozenset(token.scope_list), f"{TOKEN} {token.pk}")
    given = oauth.access_of(secret) if settings.OAUTH else None
    return None if given is None else Pass(given.user, oauth.scopes_of(given), f"{APP} {given.pk}")


def let_in(keys: Iterable[str]) -> set[str]:
    """The keys that are still valid: not revoked or expired, and their user not banned. One query per kind."""
    numbers: dict[str, list[int]] = {TOKEN: [], APP: []}
    for key in keys:
        kind, _space, number = key.partition(" ")
        numbers[kind].append(int(number))
    now = timezone.now()
    living = [(TOKEN, token) for token in tokens.living(numbers[TOKEN])]
    living += [(APP, given) for given in oauth.living(numbers[APP])]
    return {f"{kind} {row.pk}" for kind, row in living if not row.user.is_banned(now)}

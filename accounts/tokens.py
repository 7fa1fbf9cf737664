"""API tokens: they let a program act for a user without a password, within the scopes that the user has allowed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User
from accounts.selectors import of_open_account
from common.besteffort import best_effort
from common.refusals import Refused

PREFIX = "mp_"
"""The prefix of every token: secret scanners find one that was published by mistake."""

MOST = 20
"""The maximum number of tokens per user."""

SEEN_EVERY = timedelta(minutes=1)
"""The precision with which a token's last use is stored."""


def token_create(*, user: User, name: str, scopes: Iterable[str], days: int | None) -> tuple[ApiToken, str]:
    """Create a token; return it with its secret, which is not stored.

    Raises Refused without a scope, for too many tokens, and if the account has been closed or got a new password, or
    the bot another owner, since `user` was read: those who ask for it may have no right to it any more.
    """
    chosen = [scope for scope in ApiToken.Scope.values if scope in set(scopes)]
    if not chosen:
        raise Refused(_("Choose what the program may do."))
    with transaction.atomic():
        check_is_as_read(user)
        if ApiToken.objects.filter(user=user).count() >= MOST:
            raise Refused(_("You already have %(count)s tokens, the most allowed. Revoke one first.") % {"count": MOST})
        secret = PREFIX + secrets.token_urlsafe(32)
        until = None if days is None else timezone.now() + timedelta(days=days)
        token = ApiToken.objects.create(
            user=user,
            name=name,
            scopes=" ".join(scope for scope in chosen if scope != ApiToken.Scope.PEOPLE),
            is_for_people=ApiToken.Scope.PEOPLE in chosen,
            expires_at=until,
            digest=_digest(secret),
        )
    return token, secret


def check_is_as_read(user: User) -> None:
    """Lock the user, and the owner of a bot, until the transaction ends. Raises Refused if either has changed.

    The race: what ends all access of programs happens at this moment. Either it waits for us, and then finds the new
    one, or we see that it has happened.
    """
    holder = user.owner or user
    rows = (
        User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk, holder.pk], is_active=True).order_by("pk")
    )
    now = {row.pk: row for row in rows}
    if not {user.pk, holder.pk} <= now.keys():
        raise Refused
    if now[user.pk].owner_id != user.owner_id or now[holder.pk].password != holder.password:
        raise Refused


def token_revoke(*, user: User, key: int) -> None:
    """Revoke this token of `user`. Doing so twice changes nothing."""
    ApiToken.objects.filter(user=user, pk=key).delete()


def tokens_revoke(*, user: User) -> None:
    """Revoke all tokens of `user`. Doing so twice changes nothing."""
    ApiToken.objects.filter(user=user).delete()


def tokens_of(user: User) -> list[ApiToken]:
    """The tokens of `user`, the latest first, including expired ones."""
    return list(ApiToken.objects.filter(user=user).order_by("-pk"))


def token_of(secret: str) -> ApiToken | None:
    """The valid token with this secret, with its user. Always asks the database, so revoking takes effect at once."""
    now = timezone.now()
    living = Q(expires_at=None) | Q(expires_at__gt=now)
    found = ApiToken.objects.filter(living, of_open_account("user"), digest=_digest(secret))
    token = found.select_related("user__owner").first()
    if token is not None and (token.used_at is None or token.used_at < now - SEEN_EVERY):
        with best_effort("when a token was used"):
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def living(keys: Iterable[int]) -> Iterable[ApiToken]:
    """The tokens with these keys that are neither revoked nor expired, with their users. At most one query."""
    wanted, unending = list(keys), Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    found = ApiToken.objects.filter(unending, of_open_account("user"), pk__in=wanted).select_related("user__owner")
    return found if wanted else []


def _digest(secret: str) -> str:
    """The stored hash of a secret: it is random, so a fast hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()

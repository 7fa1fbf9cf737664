"""Third-party apps (OAuth 2.0, OpenID Connect): registering them, and the access that users have given them.

allauth's provider implements the protocol: this module reads its tables, `accounts.oauth_views` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from common.besteffort import dispensable
from common.refusals import Refused

NAME = "openid"
"""The scope that OpenID Connect requires. It tells the app who the person is."""

SCOPES = {
    NAME: _("know my name"),
    **{str(scope.value): scope.label for scope in ApiToken.Scope if scope != ApiToken.Scope.MODERATE},
}
"""The scopes that an app may have, as worded for the person who allows them: never that of moderators."""

GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)
"""The ways for an app to get tokens: for a code from a person's consent, and later for a refresh token."""

ORIGIN = "origin"
"""The key, in the data of a token, of the hash of its code."""

EVERYONE = "everyone"
"""Stands for all people in the name of a round of codes."""

CODE_LASTS = 60
"""Seconds until an unused code expires: allauth's own time."""

ELSEWHERE = re.compile(r"https://[A-Za-z0-9.-]+(:\d+)?(/[^\s#]*)?")
HERE = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?(/[^\s#]*)?")
OF_AN_APP = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/[^\s#]*")
"""Patterns of redirect addresses: on the app's site, on the person's own machine, or in an app installed there."""


@dataclass(frozen=True, slots=True)
class LetIn:
    """An app that someone has authorized. `at` is when it last got a new token."""

    app: Client
    scopes: frozenset[str]
    at: datetime

    @property
    def scopes_in_words(self) -> str:
        """Its scopes as translated text."""
        return "; ".join(str(words) for scope, words in SCOPES.items() if scope in self.scopes)


def may_lead_to(address: str) -> bool:
    """Whether an app may be registered with this redirect address."""
    return any(kind.fullmatch(address) for kind in (ELSEWHERE, HERE, OF_AN_APP))


def app_enter(
    *, name: str, homes: Iterable[str], scopes: Iterable[str] = SCOPES, secret: str = "", app: Client | None = None
) -> Client:
    """Register an app; `app` is its row, not stored yet, if there is one. One without a `secret` has to use PKCE.

    Raises Refused if a redirect address is not safe.
    """
    app, at, wanted = app or Client(), list(homes), set(scopes)
    app.name = name
    if wrong := [home for home in at if not may_lead_to(home)]:
        raise Refused(f"nobody can be sent back to {wrong[0]}: https://…, http://127.0.0.1/…, or com.example.app:/…")
    app.set_redirect_uris(at)
    app.set_scopes([scope for scope in SCOPES if scope in wanted])
    app.set_grant_types([grant.value for grant in GRANTS])
    app.set_response_types([Client.ResponseType.CODE.value])
    app.type = Client.Type.CONFIDENTIAL if secret else Client.Type.PUBLIC
    app.set_secret(secret)
    app.save(force_insert=True)
    return app


def app_remove(*, key: str) -> bool:
    """Remove an app, which ends all of its access at once. False if there is no such app."""
    removed, _of_which = Client.objects.filter(pk=key).delete()
    return removed > 0


def leads_home(app: Client, address: str) -> bool:
    """Whether people may be redirected to this address of the app.

    It must equal a registered one exactly; on the person's own machine the port may differ, since programs there use
    any free one.
    """
    entered = app.get_redirect_uris()
    return address in entered or (HERE.fullmatch(address) is not None and _anywhere(address) in map(_anywhere, entered))


def home_of(address: str) -> str:
    """The CSP source expression for a redirect address: its origin, or its scheme unless that is http(s)."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def access_of(secret: str) -> Token | None:
    """The valid access token with this secret, with its user. One query."""
    return _living(Token.objects.by_value(secret)).select_related("user__owner").first()


def living(keys: Iterable[int]) -> Iterable[Token]:
    """The access tokens with these keys that are still valid, with their users; none if OAUTH is off."""
    wanted = list(keys)
    found = _living(Token.objects.filter(pk__in=wanted)).select_related("user__owner")
    return found if wanted and settings.OAUTH else []


def scopes_of(token: Token) -> frozenset[str]:
    """The scopes of an app's token, without any that are not offered any more."""
    return frozenset(token.get_scopes()) & SCOPES.keys()


def apps_of(user: User) -> list[LetIn]:
    """The apps that `user` has authorized, sorted by name. One query, or none if OAUTH is off."""
    if not settings.OAUTH:
        return []
    found: dict[str, LetIn] = {}
    for token in Token.objects.valid().filter(user=user, client__isnull=False).select_related("client"):
        before = found.get(token.client_id)
        scopes, at = scopes_of(token), token.created_at
        if before is not None:
            scopes, at = scopes | before.scopes, max(at, before.at)
        found[token.client_id] = LetIn(token.client, scopes, at)
    return sorted(found.values(), key=lambda each: (each.app.name.casefold(), each.app.pk))


def code_note(*, origin: str, user: User) -> None:
    """Note that `user` has just been given a code, by its hash: `code_is_void` tells whether it was revoked since."""
    cache.set(_code_key(origin), _rounds_of(user), timeout=2 * CODE_LASTS)


def code_is_void(*, origin: str) -> bool:
    """Whether the person who was given a code has revoked the access of apps since. The code is given by its hash, and
    has been exchanged for tokens already: those tell whose it was.
    """
    token = Token.objects.filter(**{f"data__{ORIGIN}": origin}).select_related("user").first()
    return token is None or not _rounds_of(token.user) <= cache.get(_code_key(origin), set())


def app_revoke(*, user: User, app: str) -> None:
    """End the access of an app for `user`. Doing so twice changes nothing."""
    _codes_end(user.pk)
    _end(Token.objects.filter(user=user, client_id=app))


def apps_revoke(*, user: User) -> None:
    """End the access of all apps for `user`, also of those that are out of use while OAUTH is off."""
    _codes_end(user.pk)
    _end(Token.objects.filter(user=user, client__isnull=False))


def apps_revoke_all() -> int:
    """End the access of all apps for everyone. Returns how many tokens they had."""
    _codes_end(EVERYONE)
    revoked: int = Token.objects.filter(client__isnull=False).delete()[0]
    return revoked


def _codes_end(whose: int | str) -> None:
    """Let the codes that nobody has exchanged yet end with the tokens: from now on a new round of codes is given.

    The race: a code is exchanged at the same moment. Either its tokens are found and deleted, or the exchange
    finds the new round after storing them.
    """
    with dispensable("codes for apps that were given in the past minute still work"):
        cache.set(f"oauth:round:{whose}", token_hex(8), timeout=2 * CODE_LASTS)


def _rounds_of(user: User) -> set[str]:
    """The rounds in which codes are given to `user` now: none if the access of apps was not revoked lately."""
    return set(cache.get_many([f"oauth:round:{user.pk}", f"oauth:round:{EVERYONE}"]).values())


def _code_key(origin: str) -> str:
    return f"oauth:code:round:{origin}"


def _end(tokens: QuerySet[Token]) -> None:
    """Delete tokens.

    The race: an app refreshes its tokens at the same moment. The new ones appear once it releases the lock on the old.
    """
    while tokens.exists():
        tokens.delete()


def access_end(*, refresh: Token) -> None:
    """Delete the access tokens that an app has for a user, once their refresh token is revoked."""
    Token.objects.filter(user=refresh.user_id, client=refresh.client_id, type=Token.Type.ACCESS_TOKEN).delete()


def origin_note(*, secrets: Iterable[str], origin: str) -> None:
    """Note on new tokens, given by their secrets, the code that they descend from: `origin` is its hash."""
    hashes = [get_adapter().hash_token(secret) for secret in secrets]
    tokens = list(Token.objects.filter(hash__in=hashes))
    for token in tokens:
        token.data = (token.data or {}) | {ORIGIN: origin}
    Token.objects.bulk_update(tokens, ["data"])


def origin_of(token: Token) -> str:
    """The hash of the code that a token descends from; empty for tokens from before it was noted."""
    return str((token.data or {}).get(ORIGIN, ""))


def origin_end(*, origin: str) -> None:
    """Delete every token that descends from a code, also by refreshing. Doing so twice changes nothing.

    The race: the app refreshes its tokens at the same moment, as in `app_revoke`.
    """
    came = Token.objects.filter(**{f"data__{ORIGIN}": origin})
    while came.exists():
        came.delete()


def access_forget() -> None:
    """Remove expired tokens."""
    Token.objects.expired().delete()


def _living(among: Any) -> QuerySet[Token]:
    found: QuerySet[Token] = among.valid()
    return found.filter(type=Token.Type.ACCESS_TOKEN, user__is_active=True, client__isnull=False)


def _anywhere(address: str) -> str:
    """An address on someone's own machine without its port."""
    return re.sub(r"^(http://[^/:]+):\d+", r"\1", address)

"""Third-party apps (OAuth 2.0, OpenID Connect): what they may be allowed, who has authorized which, and until when.

allauth's provider implements the protocol; what it stores is read here, and it is called in `accounts.oauth_views`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from common.refusals import Refused

NAME = "openid"
SCOPES = {
    NAME: _("know my name"),
    **{str(scope.value): scope.label for scope in ApiToken.Scope if scope != ApiToken.Scope.MODERATE},
}
"""The scopes of an app, in the words of the person who allows them: never what only moderators may do."""

GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)
"""How an app gets access: a person returns to it with a code, and later it refreshes what it got for that."""

ELSEWHERE = re.compile(r"https://[A-Za-z0-9.-]+(:\d+)?(/[^\s#]*)?")
HERE = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?(/[^\s#]*)?")
OF_AN_APP = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/[^\s#]*")
"""The redirect address of an app: on its site, on the person's own machine, or in an app installed there."""


@dataclass(frozen=True, slots=True)
class LetIn:
    """An app that someone has authorized. `at` is when it last got a new token."""

    app: Client
    scopes: frozenset[str]
    at: datetime

    @property
    def scopes_in_words(self) -> str:
        """Its scopes, for people."""
        return "; ".join(str(words) for scope, words in SCOPES.items() if scope in self.scopes)


def may_lead_to(address: str) -> bool:
    """Whether an app may be registered with this redirect address."""
    return any(kind.fullmatch(address) for kind in (ELSEWHERE, HERE, OF_AN_APP))


def app_enter(*, name: str, homes: Iterable[str], scopes: Iterable[str] = SCOPES, secret: str = "") -> Client:
    """Register an app. One without a `secret` is public, and proves by PKCE that whoever returns is who was sent.

    Raises Refused if a redirect address is not safe.
    """
    app, at, wanted = Client(name=name), list(homes), set(scopes)
    if wrong := [home for home in at if not may_lead_to(home)]:
        raise Refused(f"nobody can be sent back to {wrong[0]}: https://…, http://127.0.0.1/…, or com.example.app:/…")
    app.set_redirect_uris(at)
    app.set_scopes([scope for scope in SCOPES if scope in wanted])
    app.set_grant_types([grant.value for grant in GRANTS])
    app.set_response_types([Client.ResponseType.CODE.value])
    app.type = Client.Type.CONFIDENTIAL if secret else Client.Type.PUBLIC
    app.set_secret(secret)
    app.save()
    return app


def app_remove(*, key: str) -> bool:
    """Remove an app, which ends its access everywhere at once. False: there is no such app."""
    removed, _of_which = Client.objects.filter(pk=key).delete()
    return removed > 0


def leads_home(app: Client, address: str) -> bool:
    """Whether people may be redirected to this address of the app.

    It must match a registered one letter by letter; on the person's own machine at any port, since programs there use a
    free one.
    """
    entered = app.get_redirect_uris()
    return address in entered or (HERE.fullmatch(address) is not None and _anywhere(address) in map(_anywhere, entered))


def home_of(address: str) -> str:
    """The source expression for an address in a content policy: its origin, or its scheme if it has no host."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def access_of(secret: str) -> Token | None:
    """The valid access token with this secret, with its user. One query."""
    return _living(Token.objects.by_value(secret)).select_related("user__owner").first()


def living(keys: Iterable[int]) -> Iterable[Token]:
    """Those of the tokens that are still valid, with their users. One query, or none for no keys."""
    wanted = list(keys)
    found = _living(Token.objects.filter(pk__in=wanted)).select_related("user__owner")
    return found if wanted and settings.OAUTH else []


def scopes_of(token: Token) -> frozenset[str]:
    """The scopes of a token of an app."""
    return frozenset(token.get_scopes()) & SCOPES.keys()


def apps_of(user: User) -> list[LetIn]:
    """The apps that `user` has authorized, by name. One query, or none if apps are off."""
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


def app_revoke(*, user: User, app: str) -> None:
    """End the access of an app for `user`. Doing so twice changes nothing.

    The race: the app refreshes at the same moment. Its new tokens are there once it releases the lock on the old ones.
    """
    has = Token.objects.filter(user=user, client_id=app)
    while has.exists():
        has.delete()


def access_end(*, refresh: Token) -> None:
    """End an app's access for a person once it returns the refresh token."""
    Token.objects.filter(user=refresh.user_id, client=refresh.client_id, type=Token.Type.ACCESS_TOKEN).delete()


def access_forget() -> None:
    """Remove expired tokens."""
    Token.objects.expired().delete()


def _living(among: Any) -> QuerySet[Token]:
    found: QuerySet[Token] = among.valid()
    return found.filter(type=Token.Type.ACCESS_TOKEN, user__is_active=True, client__isnull=False)


def _anywhere(address: str) -> str:
    """An address on someone's own machine without its port."""
    return re.sub(r"^(http://[^/:]+):\d+", r"\1", address)

"""Our overrides of allauth's hooks for apps: the issuer, and the claims that apps get about people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.conf import settings
from django.utils import timezone

from accounts.models import User


class AppsAdapter(DefaultOIDCAdapter):
    """This site's overrides of allauth's hooks for apps."""

    def get_issuer(self) -> str:
        """The site's canonical URL, whichever host was requested."""
        return str(settings.SITE_URL)

    def get_claims(
        self, purpose: str, user: User, client: Any, scopes: Iterable[str], email: str | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """The claims about a user: the name, and an identifier that stays the same when the name changes."""
        return {"sub": self.get_user_sub(client, user), "name": user.username, "preferred_username": user.username}

    def get_user_by_sub(self, client: Any, sub: str) -> User | None:
        """The user that an app is about to get access to; None for users who are banned or deleted."""
        user = super().get_user_by_sub(client, sub)
        return None if user is None or user.is_banned(timezone.now()) else user

"""Our answers to allauth about apps: who the issuer is, and what apps are told about people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.conf import settings
from django.utils import timezone

from accounts.models import User


class AppsAdapter(DefaultOIDCAdapter):
    """This site's answers to allauth's questions about apps."""

    def get_issuer(self) -> str:
        """The site by its one name, whatever address was used."""
        return str(settings.SITE_URL)

    def get_claims(
        self, purpose: str, user: User, client: Any, scopes: Iterable[str], email: str | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """What an app is told about someone: the name, and the number that stays when the name changes."""
        return {"sub": self.get_user_sub(client, user), "name": user.username, "preferred_username": user.username}

    def get_user_by_sub(self, client: Any, sub: str) -> User | None:
        """The user for whom an app is about to get access; None for users who are banned or gone."""
        user = super().get_user_by_sub(client, sub)
        return None if user is None or user.is_banned(timezone.now()) else user

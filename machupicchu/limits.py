"""How often somebody may do what is costly: the limits are ACCOUNT_RATE_LIMITS in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.core.internal import ratelimit
from django.http import HttpRequest

if TYPE_CHECKING:
    from accounts.models import User


def is_within_limit(request: HttpRequest, action: str, user: User | None = None) -> bool:
    """Count one more `action`. False when that is too many; GET counts too, which allauth's own function lets pass."""
    used = ratelimit.consume(request, app="allauth.account", action=action, user=user, limit_get=True)
    return used is not None

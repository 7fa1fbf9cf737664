"""What lets programs act for a person: tokens, also those of their bots, apps, and links that hand over a bot.

A new password ends none of these by itself: programs do not log in with it.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.bots import LASTS, handover_withdraw
from accounts.models import ApiToken, User
from accounts.oauth import apps_of, apps_revoke, apps_revoke_all


def has_programs(user: User) -> bool:
    """Whether there is anything that `programs_revoke` would end for `user`. At most three queries."""
    now = timezone.now()
    tokens = ApiToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), _of(user))
    handed_over = user.bots.filter(handover_at__gt=now - LASTS)
    return tokens.exists() or bool(apps_of(user)) or handed_over.exists()


def programs_revoke(*, user: User) -> None:
    """Revoke all tokens of `user` and of their bots, end the access of apps, and withdraw links that hand over a bot.

    Doing so twice changes nothing.
    """
    with transaction.atomic():
        ApiToken.objects.filter(_of(user)).delete()
        handover_withdraw(bots=User.objects.filter(owner=user))
        apps_revoke(user=user)


def programs_revoke_all() -> int:
    """The same for everyone. Returns how many tokens people, bots and apps had."""
    with transaction.atomic():
        revoked: int = ApiToken.objects.all().delete()[0]
        handover_withdraw(bots=User.objects.exclude(owner=None))
        return revoked + apps_revoke_all()


def _of(user: User) -> Q:
    """Condition on tokens: those of `user` and of their bots."""
    return Q(user=user) | Q(user__owner=user)

"""Second steps and passkeys when a lost password is replaced by email: which there are, and which may be removed.

Someone who has got into an account may have added a passkey or turned on two-step login; then the owner's new password
alone neither lets the owner in nor keeps the other one out. So the page that replaces the password offers to remove
what was added lately. An email must not lead around a second step, though. So nothing older is ever removed there, nor
what may have replaced something older, and only a browser in which the owner has been logged in may remove anything.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from common.enumerating import comma

LATELY = timedelta(days=30)
"""The age up to which a second step or passkey can be removed when a lost password is replaced."""

_MAILS = {
    Authenticator.Type.TOTP: "mfa/email/totp_deactivated",
    Authenticator.Type.WEBAUTHN: "mfa/email/webauthn_removed",
}


def steps_of(user: User) -> list[Authenticator]:
    """The user's second steps, passkeys and recovery codes, the oldest first."""
    return list(Authenticator.objects.filter(user=user).order_by("created_at", "pk"))


def removable(user: User, now: datetime) -> list[Authenticator]:
    """Those that were added lately, the oldest first.

    If an older second step has been turned off lately and none is left, the new one may have replaced it: then only
    recovery codes.
    """
    steps = steps_of(user)
    late = [step for step in steps if _is_late(step.created_at, now)]
    replaced = _is_late(user.second_step_left_at, now) and not _has_old(steps, now)
    return [step for step in late if not replaced or step.type == Authenticator.Type.RECOVERY_CODES]


def step_leaves(*, user: User) -> None:
    """Note that the user is about to turn off a second step, if one was there for longer than lately."""
    now = timezone.now()
    if _has_old(steps_of(user), now) or _is_late(user.second_step_left_at, now):
        user.second_step_left_at = now
        user.save(update_fields=["second_step_left_at"])


def steps_remove(*, user: User, keys: Collection[int]) -> None:
    """Remove those of these authenticators that can still be removed, and tell the owner by email.

    Recovery codes go with the last second step.
    """
    with transaction.atomic():
        owner = User.objects.select_for_update().get(pk=user.pk)
        for step in removable(owner, timezone.now()):
            if step.pk in keys:
                step.delete()
                if step.type in _MAILS:
                    get_adapter().send_notification_mail(_MAILS[step.type], owner)
        left = Authenticator.objects.filter(user=owner)
        if not left.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
            left.delete()


def in_words(step: Authenticator) -> str:
    """What it is and when it was added: "Authenticator app, added on 3 June 2026"."""
    names = {Authenticator.Type.TOTP: _("Authenticator app"), Authenticator.Type.RECOVERY_CODES: _("Recovery codes")}
    name = names.get(step.type) or _("Passkey “%(name)s”") % {"name": step}
    added = _("added on %(when)s") % {"when": date_format(timezone.localtime(step.created_at))}
    return f"{name}{comma()}{added}"


def _is_late(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment > now - LATELY


def _has_old(steps: Collection[Authenticator], now: datetime) -> bool:
    """Whether a second step or passkey is older than lately. Recovery codes alone are none."""
    return any(step.type != Authenticator.Type.RECOVERY_CODES and not _is_late(step.created_at, now) for step in steps)

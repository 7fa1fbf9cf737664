"""The group of moderators: its permissions in the admin, and its members."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused

GROUP = "Moderators"
"""The name of the group in the administration."""

SEEN = {
    "accounts": ("ban", "caution", "user"),
    "clubs": ("club",),
    "games": ("analysis", "match", "ratedmatch", "rating", "ratingledger", "report", "silence"),
    "notices": ("delivery", "notice"),
}
"""The tables that moderators may view, by app."""

DONE = {
    "accounts": ("add_ban", "add_caution"),
    "clubs": ("change_club",),
    "games": ("change_match", "change_report", "add_silence", "change_silence"),
}
"""Their other permissions, by app: repair matches, settle reports, warn, silence, ban, close clubs."""

REPAIRING = "games.change_match"
"""The permission to quarantine matches, rebuild them and call them off."""

SETTLING = "games.change_report"
"""The permission to settle reports, and to warn and silence the people in them."""


def moderators_ensure() -> Group:
    """Create or update the group with exactly these permissions. Idempotent."""
    group, _made = Group.objects.get_or_create(name=GROUP)
    group.permissions.set(_rights())
    return group


def moderator_appoint(*, user: User) -> None:
    """Make `user` a moderator with access to the admin."""
    user.groups.add(moderators_ensure())
    user.is_staff = True
    user.save(update_fields=["is_staff"])


def moderator_dismiss(*, user: User) -> None:
    """Make `user` an ordinary member again. Superusers and members of other groups keep access to the admin."""
    user.groups.remove(moderators_ensure())
    user.is_staff = user.is_superuser or user.groups.exists()
    user.save(update_fields=["is_staff"])


def check_not_own(*, user: User, moderator: User) -> None:
    """Check whether a moderator may undo a measure against `user`. Raises Refused for themselves and for their bots.

    Superusers may: they run the site, perhaps alone.
    """
    if not moderator.is_superuser and user.household == moderator.pk:
        raise Refused(_("This concerns you or your bot. Ask another moderator."))


def who_may_settle() -> QuerySet[User]:
    """Users who may settle reports in the admin."""
    return User.objects.with_perm(SETTLING).filter(is_staff=True)


def who_may_repair() -> QuerySet[User]:
    """Users who may repair matches in the admin."""
    return User.objects.with_perm(REPAIRING).filter(is_staff=True)


def _rights() -> list[Permission]:
    named = [(app, f"view_{table}") for app, tables in SEEN.items() for table in tables]
    named += [(app, right) for app, rights in DONE.items() for right in rights]
    return [Permission.objects.get(content_type__app_label=app, codename=right) for app, right in named]

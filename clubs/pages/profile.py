"""The clubs on a profile."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from clubs.models import Member
from clubs.selectors import public_memberships_of
from games.pages.sections import Result, Section


def find_section(user: User) -> Section | None:
    """The public clubs that `user` belongs to, by name; None if there are none."""
    members = public_memberships_of(user)
    if not members:
        return None
    return Section("clubs", _("Clubs"), tuple(_result(member) for member in members))


def _result(member: Member) -> Result:
    is_host = member.standing == Member.Standing.HOST
    words = pgettext("of a club", "host") if is_host else pgettext("of a club", "member")
    return Result(member.club.name, member.club.get_absolute_url(), words)

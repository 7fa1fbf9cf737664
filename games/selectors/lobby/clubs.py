"""Tables of a club: only its members can join. The app `clubs` builds on this one, which only asks who is a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import Q

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

INSIDE = ("host", "member")
"""The values of `standing` of those who belong to a club."""


@dataclass(frozen=True, slots=True)
class OwnClub:
    """A club to which someone belongs: its key, code and name, and whether only its members see it."""

    key: int
    code: str
    name: str
    is_hidden: bool


def is_inside(club: int, user: User) -> bool:
    """Whether `user` belongs to the club with this key."""
    return user.memberships.filter(club=club, club__closed_at=None, standing__in=INSIDE).exists()


def keeps_out(match: Match, user: User) -> bool:
    """Whether the match is one of a club to which `user` does not belong."""
    return match.club_id is not None and not is_inside(match.club_id, user)


def open_to(user: User | None) -> Q:
    """Tables of no club, and those of the clubs to which `user` belongs."""
    if user is None:
        return Q(club=None)
    return Q(club=None) | in_club_of(user.pk)


def in_club_of(user_id: int) -> Q:
    """Condition on rows with a `club`, such as matches and cups: it is one to which the user belongs."""
    members = apps.get_model("clubs", "Member").objects
    inside = members.filter(user_id=user_id, club__closed_at=None, standing__in=INSIDE)
    return Q(club__in=inside.values("club"))


def is_hidden(club: int) -> bool:
    """Whether only members can see the club with this key."""
    return not apps.get_model("clubs", "Club").objects.filter(pk=club, is_public=True).exists()


def own_club(user: User, code: str) -> OwnClub | None:
    """The club with this code, if `user` belongs to it."""
    inside = user.memberships.filter(club__code=code, club__closed_at=None, standing__in=INSIDE)
    found = inside.values_list("club", "club__code", "club__name", "club__is_public").first()
    if found is None:
        return None
    key, code, name, is_public = found
    return OwnClub(key, code, name, is_hidden=not is_public)

"""Joining and leaving a club, and its host's decisions about others."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from clubs.models import INSIDE, Club, Member
from clubs.selectors import holds
from clubs.services.founding import (
    check_is_person,
    check_may_host,
    check_may_join,
    locked,
    locked_for_host,
    locked_if_there,
)
from clubs.services.telling import tell_of_admission, tell_of_hosting, tell_of_invitation, tell_of_request
from common.refusals import Refused
from games.models import Block, Match
from games.services.lobby.matches import check_is_here

MOST_ASKING = 200
"""How many people may wait to be admitted to one club."""

Standing = Member.Standing


def club_join(*, club: Club, user: User, invite: str = "") -> Member:
    """Join a club, or ask its host to be admitted if `entry` says so. Doing it again changes nothing.

    The `invite` of its link or an invitation by name admits at once, also after asking.

    Raises Refused for guests and bots, for people whom the host has removed or blocked, and for people in too many
    clubs. Also without the link where one is needed, when too many wait already, and when the club is gone.
    """
    check_is_person(user)
    with transaction.atomic():
        check_is_here(user)
        club = locked(club)
        member = club.members.filter(user=user).first() or Member(club=club, user=user)
        if member.is_inside or (member.standing == Standing.ASKS and not holds(club, invite)):
            return member
        if member.standing == Standing.REMOVED:
            raise Refused(_("The host has removed you from this club. You can come back if you are invited again."))
        _check_not_blocked(club, user)
        check_may_join(user)
        _write(member, _standing_of(club, member, invite))
        if member.standing == Standing.ASKS:
            tell_of_request(club, user)
    return member


def club_leave(*, club: Club, user: User) -> None:
    """Leave a club, or withdraw the request to join. Doing it again changes nothing.

    When the host leaves, the longest-standing member who is not banned becomes host; when nobody is left, the club is
    deleted.
    """
    with transaction.atomic():
        found = locked_if_there(club)
        if found is not None:
            found.members.filter(user=user).exclude(standing=Standing.REMOVED).delete()
            _settle(found, user)


def clubs_leave(*, user: User) -> None:
    """Leave all clubs, for a user who leaves the site. The caller has locked the user, who can join none meanwhile."""
    for club in Club.objects.filter(members__user=user).order_by("pk"):
        club_leave(club=club, user=user)


def clubs_hand_on(*, user: User) -> None:
    """Make another member the host of each club of `user`, who is banned for good and can decide nothing there.

    `user` stays a member. A club in which nobody could be host instead keeps its host. Doing it again changes nothing.
    """
    for club in Club.objects.filter(members__user=user, members__standing=Standing.HOST).order_by("pk"):
        with transaction.atomic():
            found = locked_if_there(club)
            heir = None if found is None else _heir(found)
            if heir is not None and club.members.filter(user=user, standing=Standing.HOST).exists():
                _pass_on(club, user, heir.user)


def member_admit(*, club: Club, host: User, user: User) -> None:
    """Admit someone who has asked to join. For members it changes nothing.

    Raises Refused for everyone but the host, when the request was withdrawn, and for someone in too many clubs.
    """
    with transaction.atomic():
        check_is_here(user)
        club = locked_for_host(club, host)
        member = _row(club, user)
        if member.is_inside:
            return
        if member.standing != Standing.ASKS:
            raise _NotThere
        check_may_join(user)
        _write(member, Standing.MEMBER)
        tell_of_admission(club, host, user)


def member_decline(*, club: Club, host: User, user: User) -> None:
    """Decline a request to join, or withdraw an invitation. Doing it again changes nothing.

    Raises Refused for everyone but the host.
    """
    with transaction.atomic():
        club = locked_for_host(club, host)
        club.members.filter(user=user, standing__in=[Standing.ASKS, Standing.INVITED]).delete()


def member_remove(*, club: Club, host: User, user: User) -> None:
    """Remove a member, who stays out until invited again. Doing it again changes nothing.

    Raises Refused for everyone but the host, for the host's own place, and for someone who has left.
    """
    with transaction.atomic():
        member = _row(locked_for_host(club, host), user)
        if member.standing == Standing.HOST:
            raise Refused(_("You can’t remove yourself, but you can leave the club."))
        if member.standing == Standing.REMOVED:
            return
        _write(member, Standing.REMOVED)


def member_invite(*, club: Club, host: User, user: User) -> Member:
    """Invite someone by name, even someone removed before. This admits people who have asked to join.

    For members and people already invited it changes nothing. Raises Refused for everyone but the host. Also when the
    invited person is a guest or a bot, has blocked the host, or has asked to join but is in too many clubs.
    """
    check_is_person(user)
    with transaction.atomic():
        check_is_here(user)
        club = locked_for_host(club, host)
        if Block.objects.filter(user=user, blocked=host, only_mutes=False).exists():
            raise Refused(_("You can’t invite %(name)s.") % {"name": user.shown_name})
        member = club.members.filter(user=user).first() or Member(club=club, user=user)
        if member.is_inside or member.standing == Standing.INVITED:
            return member
        if member.standing == Standing.ASKS:
            check_may_join(user)
        _write(member, Standing.MEMBER if member.standing == Standing.ASKS else Standing.INVITED)
        tell = tell_of_admission if member.is_inside else tell_of_invitation
        tell(club, host, user)
    return member


def host_hand_on(*, club: Club, host: User, user: User) -> None:
    """Make another member the host, and the host a member.

    Raises Refused for everyone but the host, for someone who is not a member, and for one who hosts too many clubs.
    """
    with transaction.atomic():
        check_is_here(user)
        club = locked_for_host(club, host)
        member = _row(club, user)
        if member.standing != Standing.MEMBER:
            raise _NotThere
        check_may_host(user)
        _pass_on(club, host, user)


class _NotThere(Refused):
    """The person no longer has the standing that the host saw."""

    message = gettext_lazy("The list has changed in the meantime. Please look again.")


def _row(club: Club, user: User) -> Member:
    member = club.members.filter(user=user).first()
    if member is None:
        raise _NotThere
    return member


def _write(member: Member, standing: str) -> None:
    """Store the standing, which begins now, of someone who may be new to the club."""
    member.standing, member.since = standing, timezone.now()
    if member.pk is None:
        member.save(force_insert=True)
    else:
        member.save(update_fields=["standing", "since"])


def _standing_of(club: Club, member: Member, invite: str) -> str:
    """The new standing of someone who joins. Raises Refused without a link that is needed, or if too many wait."""
    if club.entry == Club.Entry.OPEN or member.standing == Standing.INVITED or holds(club, invite):
        return Standing.MEMBER
    if club.entry == Club.Entry.LINK:
        raise Refused(_("You can join this club only with its invitation link. Ask its host for it."))
    if club.members.filter(standing=Standing.ASKS).count() >= MOST_ASKING:
        raise Refused(_("Too many people are waiting to join this club. Try again later."))
    return Standing.ASKS


def _check_not_blocked(club: Club, user: User) -> None:
    hosts = club.members.filter(standing=Standing.HOST).values("user")
    if Block.objects.filter(user__in=hosts, blocked=user, only_mutes=False).exists():
        raise Refused(_("The host of this club does not want to play with you."))


def _settle(club: Club, leaver: User) -> None:
    """Give a club that `leaver` has left without a host a new one, who is told, or delete it if no member is left."""
    inside = club.members.filter(standing__in=INSIDE)
    if inside.filter(standing=Standing.HOST).exists():
        return
    heir = _heir(club) or inside.order_by("since", "pk").first()
    if heir is None:
        # From now on only people with their links can join its open tables.
        Match.objects.filter(club=club, status=Match.Status.OPEN).update(access=Match.Access.LINK, password="")
        club.delete()
        return
    heir.standing = Standing.HOST
    heir.save(update_fields=["standing"])
    tell_of_hosting(club, heir.user, leaver)


def _heir(club: Club) -> Member | None:
    """The longest-standing member who is not the host and not banned; None if there is none."""
    members = club.members.filter(standing=Standing.MEMBER).exclude(user__banned_until__gt=timezone.now())
    return members.order_by("since", "pk").first()


def _pass_on(club: Club, host: User, user: User) -> None:
    """Make the host a member, and the member `user` the host, who is told. The caller holds the lock on the club."""
    club.members.filter(user=host).update(standing=Standing.MEMBER)
    club.members.filter(user=user).update(standing=Standing.HOST)
    tell_of_hosting(club, user, host)

"""Coming into a club and leaving it; what its host decides about others."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import INSIDE, Club, Member
from clubs.selectors import holds
from clubs.services.founding import check_is_person, check_may_host, check_may_join, locked, locked_for_host
from clubs.services.telling import tell_of_admission, tell_of_invitation, tell_of_request
from common.refusals import Refused
from games.models import Block, Match
from games.services.lobby.matches import check_is_here

MOST_ASKING = 200
"""How many may wait to be let into one club."""

Standing = Member.Standing


def club_join(*, club: Club, user: User, invite: str = "") -> Member:
    """Join a club, or ask its host where one must. Being inside, or having asked, already changes nothing.

    Whoever has the `invite` of its link, or was invited by name, is let in. Raises Refused for guests and bots, for
    people whom the host has removed or blocked, without a link where one is needed, and for someone in too many clubs.
    """
    check_is_person(user)
    with transaction.atomic():
        check_is_here(user)
        club = locked(club)
        member = club.members.filter(user=user).first() or Member(club=club, user=user)
        if member.standing in (*INSIDE, Standing.ASKS) and not (
            member.standing == Standing.ASKS and holds(club, invite)
        ):
            return member
        if member.standing == Standing.REMOVED:
            raise Refused(_("The host has removed you from this club. You can come back if you are invited again."))
        _check_not_blocked(club, user)
        check_may_join(user)
        member.standing, member.since = _standing_of(club, member, invite), timezone.now()
        member.save()
        if member.standing == Standing.ASKS:
            tell_of_request(club, user)
    return member


def club_leave(*, club: Club, user: User) -> None:
    """Leave a club, or take back what one has asked. When its host leaves, whoever has been in it longest becomes host;
    a club that nobody is left in is gone. Doing it again changes nothing.
    """
    with transaction.atomic():
        found = Club.objects.select_for_update().filter(pk=club.pk).first()
        if found is not None:
            found.members.filter(user=user).exclude(standing=Standing.REMOVED).delete()
            _settle(found)


def clubs_leave(*, user: User) -> None:
    """Leave all clubs: someone goes for good. The caller holds the lock of the user, so nobody joins meanwhile."""
    for club in Club.objects.filter(members__user=user).order_by("pk"):
        club_leave(club=club, user=user)


def member_admit(*, club: Club, host: User, user: User) -> None:
    """Let someone in who has asked. Once they are inside it changes nothing. Raises Refused."""
    with transaction.atomic():
        check_is_here(user)
        club = locked_for_host(club, host)
        member = _row(club, user)
        if member.is_inside:
            return
        if member.standing != Standing.ASKS:
            raise _NotThere
        check_may_join(user)
        member.standing, member.since = Standing.MEMBER, timezone.now()
        member.save(update_fields=["standing", "since"])
        tell_of_admission(club, host, user)


def member_decline(*, club: Club, host: User, user: User) -> None:
    """Do not let someone in who has asked, or take an invitation back. Doing it again changes nothing.

    Raises Refused.
    """
    with transaction.atomic():
        club = locked_for_host(club, host)
        club.members.filter(user=user, standing__in=[Standing.ASKS, Standing.INVITED]).delete()


def member_remove(*, club: Club, host: User, user: User) -> None:
    """Take someone out who stays out until invited again. Doing it again changes nothing. Raises Refused."""
    with transaction.atomic():
        member = _row(locked_for_host(club, host), user)
        if member.standing == Standing.HOST:
            raise Refused(_("You host this club. You can leave it instead."))
        if member.standing == Standing.REMOVED:
            return
        member.standing, member.since = Standing.REMOVED, timezone.now()
        member.save(update_fields=["standing", "since"])


def member_invite(*, club: Club, host: User, user: User) -> Member:
    """Invite someone by name, also after the host has removed them. Whoever has asked is let in; members stay members.

    Raises Refused for guests and bots, and for someone who has blocked the host.
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
        member.standing = Standing.MEMBER if member.standing == Standing.ASKS else Standing.INVITED
        member.since = timezone.now()
        member.save()
        tell = tell_of_admission if member.is_inside else tell_of_invitation
        tell(club, host, user)
    return member


def host_hand_on(*, club: Club, host: User, user: User) -> None:
    """Make another member the host, and the host a member. Raises Refused."""
    with transaction.atomic():
        check_is_here(user)
        club = locked_for_host(club, host)
        member = _row(club, user)
        if member.standing != Standing.MEMBER:
            raise _NotThere
        check_may_host(user)
        club.members.filter(user=host).update(standing=Standing.MEMBER)
        club.members.filter(user=user).update(standing=Standing.HOST)


class _NotThere(Refused):
    """Someone else stands there, or nobody any more."""

    def __init__(self) -> None:
        super().__init__(_("The list has changed in the meantime. Please look again."))


def _row(club: Club, user: User) -> Member:
    member = club.members.filter(user=user).first()
    if member is None:
        raise _NotThere
    return member


def _standing_of(club: Club, member: Member, invite: str) -> str:
    """Where someone stands who wants to join. Raises Refused without the link that the club asks for."""
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


def _settle(club: Club) -> None:
    """A club has a host again, or is gone."""
    inside = club.members.filter(standing__in=INSIDE)
    if inside.filter(standing=Standing.HOST).exists():
        return
    heir = inside.order_by("since", "pk").first()
    if heir is None:
        # Its tables wait for whoever has their links: they were never for everyone.
        Match.objects.filter(club=club, status=Match.Status.OPEN).update(access=Match.Access.LINK, password="")
        club.delete()
        return
    heir.standing = Standing.HOST
    heir.save(update_fields=["standing"])

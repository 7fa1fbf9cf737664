"""Inviting people to a table by name, and their answers; replacing its invitation link."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import user_with_profile
from common.refusals import Refused
from games.models import Block, Invitation, Match
from games.selectors.access import seats_of
from games.selectors.lobby.admission import Obstacle
from games.selectors.lobby.clubs import keeps_out
from games.services.live import broadcast
from games.services.lobby.matches import is_busy, locked_for_host
from games.services.lobby.new_match import new_invite
from games.services.people.relations import blocks_wait
from notices.kinds import Kind
from notices.outbox import notify
from notices.seeing import is_pestered

MOST_INVITED = 20
"""How many people one table may invite by name."""


def invitation_create(*, match: Match, host: User, name: str) -> Invitation:
    """Invite the member called `name` to the host's table, and tell them, unless they have not yet seen earlier
    invitations by the host. Someone who was removed may then come back.

    Raises TableClosed when the match has started, and Refused

    - for everyone but the host, and when the table has invited too many people;
    - when there is no such member, when they are banned, or not in the table's club;
    - when they sit there, are invited already, or have declined;
    - when host or member has blocked the other;
    - for a bot that has reached its limit of games;
    - at a rated table, when someone of their household sits there: a member with all their bots.
    """
    guest = user_with_profile(name)
    is_there = guest is not None and (guest.owner is None or guest.owner.is_active)
    if guest is None or guest.is_computer or not is_there:
        raise Refused(_("No member is called “%(name)s”. You can’t invite guests by name.") % {"name": name[:40]})
    with transaction.atomic():
        match = locked_for_host(match, host)
        blocks_wait(host=host)
        _check_may_be_invited(match, host, guest)
        waiting = {"state": Invitation.State.WAITING}
        invitation, _made = Invitation.objects.update_or_create(match=match, user=guest, defaults=waiting)
        if not is_pestered(user_id=guest.pk, kind=Kind.INVITATION, by=host.household):
            notify(kind=Kind.INVITATION, users=[guest], match=match, about=host)
        broadcast.match_changed(match, seats_of(match))
    return invitation


def _check_may_be_invited(match: Match, host: User, guest: User) -> None:
    """Raise Refused for someone whom the host cannot invite to the table, for the reasons at `invitation_create`."""
    if match.seats.filter(user=guest).exists():
        raise Refused(_("%(name)s is already at this table.") % {"name": guest.username})
    if guest.is_bot and is_busy(guest):
        raise Refused(_("%(name)s cannot play any more games right now. Try again later.") % {"name": guest.username})
    if match.rated and guest.household in {each.household for each in _sitting(match)}:
        raise Refused(str(Obstacle.HOUSEHOLD.label))
    if keeps_out(match, guest):
        raise Refused(_("%(name)s is not a member of this table’s club.") % {"name": guest.username})
    if _blocked(host, guest) or guest.is_banned(timezone.now()):
        raise Refused(_("You can’t invite %(name)s.") % {"name": guest.username})
    found = match.invitations.filter(user=guest).first()
    if found is not None and found.state == Invitation.State.DECLINED:
        raise Refused(_("%(name)s has declined.") % {"name": guest.username})
    if found is not None and found.state == Invitation.State.WAITING:
        raise Refused(_("%(name)s has already been invited.") % {"name": guest.username})
    if match.invitations.count() >= MOST_INVITED:
        raise Refused(_("You can invite up to %(count)s people by name to a table.") % {"count": MOST_INVITED})


def invitation_decline(*, match: Match, user: User) -> None:
    """Decline an invitation by name. Raises Refused if no such invitation is open."""
    with transaction.atomic():
        waiting = match.invitations.filter(user=user, state=Invitation.State.WAITING)
        # The race: the host may remove them or start meanwhile; the conditional update decides.
        if waiting.update(state=Invitation.State.DECLINED) != 1:
            raise Refused(_("This invitation is no longer open."))
        broadcast.match_changed(match, seats_of(match))


def invite_renew(*, match: Match, host: User) -> Match:
    """Replace the invitation link of the host's table. The old one lets nobody in any more, not even those who opened
    it but did not sit down.

    Raises Refused for everyone but the host, TableClosed when the match has started.
    """
    with transaction.atomic():
        match = locked_for_host(match, host)
        match.invite = new_invite()
        match.save(update_fields=["invite"])
        broadcast.table_changed(match, seats_of(match))
    return match


def _sitting(match: Match) -> list[User]:
    """The people and bots who sit at a table."""
    return [seat.user for seat in seats_of(match) if seat.user is not None]


def _blocked(one: User, other: User) -> bool:
    """Whether either has blocked the other; a bot and its owner count as one."""
    ones, others = {one.pk, one.household}, {other.pk, other.household}
    between = Q(user__in=ones, blocked__in=others) | Q(user__in=others, blocked__in=ones)
    return Block.objects.filter(between, only_mutes=False).exists()

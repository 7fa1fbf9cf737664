"""Founding a club, changing its settings, closing and reopening it."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import INSIDE, Club, Member
from clubs.names import normal, skeleton, validate_name
from common.refusals import Refused
from common.visible import is_seen, unturned
from games.models import Match
from games.services.lobby.matches import check_is_here
from games.services.lobby.new_match import new_code, new_invite

MOST_HOSTED = 3
"""How many clubs one person may host."""

MOST_JOINED = 50
"""How many clubs one person may belong to."""

SETTINGS = ("name", "name_skeleton", "description", "entry", "is_public")
"""The columns that its host can change."""


def club_found(
    *, founder: User, name: str, description: str = "", entry: str = Club.Entry.OPEN, is_public: bool = True
) -> Club:
    """Found a club with `founder` as its host and only member. A club that is not public always has the entry LINK.

    Raises Refused for guests and bots, for a name that is invalid or taken, and for people who host or are in too many
    clubs.
    """
    check_is_person(founder)
    name = _checked(name)
    with transaction.atomic():
        check_is_here(founder)
        check_may_host(founder)
        check_may_join(founder)
        club = Club(code=new_code(), invite=new_invite(), founder=founder)
        _write(club, name, description, entry, is_public=is_public)
        Member.objects.create(club=club, user=founder, standing=Member.Standing.HOST)
    return club


def club_change(*, club: Club, user: User, name: str, description: str, entry: str, is_public: bool) -> Club:
    """Change the settings of a club. Raises Refused for everyone but its host, and for a name that is invalid or taken.

    Hiding a club also hides its cups and matches; making it public again does not show them.
    """
    name = _checked(name)
    with transaction.atomic():
        club = locked_for_host(club, user)
        _write(club, name, description, entry, is_public=is_public)
        if not is_public:
            _hide_things(club)
    return club


def invite_renew(*, club: Club, user: User) -> Club:
    """Replace the invitation link of the club; the old one stops working. Raises Refused for everyone but its host."""
    with transaction.atomic():
        club = locked_for_host(club, user)
        club.invite = new_invite()
        club.save(update_fields=["invite"])
    return club


def club_close(*, club: Club) -> None:
    """Close a club, for moderators: nobody sees it any more. Closing twice changes nothing."""
    Club.objects.filter(pk=club.pk, closed_at=None).update(closed_at=timezone.now())


def club_reopen(*, club: Club, moderator: User) -> None:
    """Reopen a closed club, for moderators. Raises Refused for its host, unless they run the site, perhaps alone."""
    hosts = Member.objects.filter(club=club, user=moderator, standing=Member.Standing.HOST)
    if not moderator.is_superuser and hosts.exists():
        raise Refused(_("You host this club yourself. Ask another moderator."))
    Club.objects.filter(pk=club.pk).update(closed_at=None)


def check_is_person(user: User) -> None:
    """Refuse guests, bots and computer players. Raises Refused."""
    if user.is_guest:
        raise Refused(_("Guests cannot be in a club. Sign up first; you keep all your games."))
    if user.is_bot or user.is_computer:
        raise Refused(_("Clubs are for people: bots can’t join."))


def check_may_host(user: User) -> None:
    """Refuse the host of too many clubs. Raises Refused."""
    if Member.objects.filter(user=user, standing=Member.Standing.HOST).count() >= MOST_HOSTED:
        raise Refused(_("You can host at most %(count)s clubs.") % {"count": MOST_HOSTED})


def check_may_join(user: User) -> None:
    """Refuse people who are in too many clubs. Raises Refused."""
    if Member.objects.filter(user=user, standing__in=INSIDE).count() >= MOST_JOINED:
        raise Refused(_("The limit is %(count)s clubs per person.") % {"count": MOST_JOINED})


def locked(club: Club) -> Club:
    """The club, locked until the transaction ends. Raises Refused if it is deleted or closed."""
    found = locked_if_there(club)
    if found is None or found.closed_at is not None:
        raise Refused(_("This club no longer exists."))
    return found


def locked_if_there(club: Club) -> Club | None:
    """The club, closed or not, locked until the transaction ends; others may still write rows that refer to it. None if
    it is deleted.

    A stronger lock could deadlock: a match of a cup that is about to begin would wait for us while we wait for the cup.
    """
    return Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()


def locked_for_host(club: Club, user: User) -> Club:
    """The club, locked until the transaction ends. Raises Refused unless `user` hosts it."""
    club = locked(club)
    if not club.members.filter(user=user, standing=Member.Standing.HOST).exists():
        raise Refused(_("Only the host of the club can do this."))
    return club


def _checked(name: str) -> str:
    """The name as it is stored. Raises Refused for an invalid name."""
    name = normal(name)
    try:
        validate_name(name)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    return name


def _hide_things(club: Club) -> None:
    """Hide the cups of a club that is no longer public; open its matches only to members or holders of their links."""
    club.cups.update(is_hidden=True)
    matches = Match.objects.filter(club=club)
    # The race: a host is changing an open table. Either we wait for them, or they will find the club hidden.
    list(matches.filter(status=Match.Status.OPEN).order_by("pk").select_for_update().values_list("pk"))
    others = [Match.Access.FRIENDS, Match.Access.PASSWORD]
    matches.filter(access__in=others).update(access=Match.Access.LINK, password="")
    matches.filter(access=Match.Access.ANYBODY).update(access=Match.Access.CLUB)


def _write(club: Club, name: str, description: str, entry: str, *, is_public: bool) -> None:
    """Store the settings. Raises Refused if another club has this name or one that looks like it."""
    club.name, club.name_skeleton = name, skeleton(name)
    club.description = unturned(description).strip() if is_seen(description) else ""
    club.is_public, club.entry = is_public, entry if is_public else Club.Entry.LINK
    if Club.objects.filter(name_skeleton=club.name_skeleton).exclude(pk=club.pk).exists():
        raise Refused(_("This name is taken, or looks too much like one that is."))
    try:
        with transaction.atomic():
            if club.pk is None:
                club.save(force_insert=True)
            else:
                club.save(update_fields=SETTINGS)
    except IntegrityError:  # the race: someone has taken the name since we looked
        raise Refused(_("This name is taken, or looks too much like one that is.")) from None

"""Banning users from the whole site, and lifting bans.

A ban removes the user from all matches at once, however short it is: others must not wait for someone who cannot come.
Computer players take over the seats as if the user had left, with the same effects on ratings and reliability; lifting
the ban does not undo that. Sessions stay: they only lead to the page about the ban, where the user can download their
data and delete the account. Guests would have no other way back to it. Open pages are notified, and their sockets
closed. A user's bots are banned with them.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Ban, User
from accounts.moderators import check_not_own
from accounts.selectors import FOR_GOOD, ban_of, end_of
from clubs.models import Member
from clubs.services.joining import clubs_hand_on
from common.refusals import Refused
from games.models import Match, Report, Seat
from games.services.live import broadcast
from games.services.people.leave_all import matches_leave

log = logging.getLogger(__name__)


def ban_create(*, user: User, moderator: User, until: datetime | None, why: str, report: Report | None = None) -> Ban:
    """Ban `user` until `until` (None: permanently) and remove them from their matches; `report` led to it.

    A permanent ban also passes on the clubs that they host.

    Raises Refused for an end in the past, and for people whom this moderator may not ban: see `check_may_ban`.
    """
    check_may_ban(user=user, moderator=moderator)
    if until is not None and until <= timezone.now():
        raise Refused(_("This time has already passed: choose a later one, or leave it empty for a permanent ban."))
    with transaction.atomic():
        ban = Ban.objects.create(user=user, until=until, why=why, made_by=moderator, report=report)
        _count(user)
        broadcast.person_banned(user.pk)
    log.warning("%s banned %s until %s: %s", moderator, user, until or "the end", why)
    _leave(user)  # only now, when they can no longer sit down anywhere
    if until is None:
        clubs_hand_on(user=user)
    return ban


def check_may_ban(*, user: User, moderator: User) -> None:
    """Check whether a moderator may ban someone. Raises Refused for computer players, for staff, and for people with
    whom the moderator plays a rated match, who would lose it by the ban. Superusers may: they run the site, perhaps
    alone.
    """
    if user.is_computer or user.is_staff:
        raise Refused(_("Computer players and people who run this site cannot be banned."))
    if moderator.is_superuser:
        return
    there = Q(seats__user=user) | Q(seats__user__owner=user)
    here = Q(seats__user=moderator) | Q(seats__user__owner=moderator)
    rated = Match.objects.filter(there, rated=True, status=Match.Status.RUNNING, seats__stand_in=None)
    if rated.filter(here).exists():
        raise Refused(_("You are playing a rated game with this person. Ask another moderator."))


def ban_lift(*, ban: Ban, moderator: User) -> None:
    """Lift a ban; the user can play again unless another ban is in force. Idempotent.

    Raises Refused for the ban of a moderator's own bot.
    """
    check_not_own(user=ban.user, moderator=moderator)
    with transaction.atomic():
        lifted = {"lifted_at": timezone.now(), "lifted_by": moderator}
        if Ban.objects.filter(pk=ban.pk, lifted_at=None).update(**lifted) != 1:
            return
        _count(ban.user)
    log.warning("%s lifted the ban of %s", moderator, ban.user)


def bans_enforce() -> int:
    """Remove banned users from matches in which they still have a seat, and pass on the clubs of those banned for good,
    in case a process died half-way.

    Returns the number of users with a seat. Safe to run at any time and concurrently.
    """
    unfinished = [Match.Status.OPEN, Match.Status.RUNNING]
    seats = Seat.objects.filter(user=OuterRef("pk"), stand_in=None, match__status__in=unfinished)
    now = timezone.now()
    people = list(User.objects.filter(Q(banned_until__gt=now) | Q(owner__banned_until__gt=now), Exists(seats)))
    for user in people:
        _leave(user)
    hosts = Member.objects.filter(standing=Member.Standing.HOST, user__banned_until__gte=FOR_GOOD)
    for user in User.objects.filter(pk__in=hosts.values("user")).order_by("pk"):
        clubs_hand_on(user=user)
    return len(people)


def _leave(user: User) -> None:
    for each in (user, *user.bots.all()):
        try:
            matches_leave(user=each)
        except Refused as refusal:
            log.error("%s is banned but still sits in a match: %s", each, refusal)


def _count(user: User) -> None:
    """Recompute the denormalized `banned_until` of the user, which every page checks first."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    ban = ban_of(locked)
    locked.banned_until = None if ban is None else end_of(ban)
    locked.save(update_fields=["banned_until"])

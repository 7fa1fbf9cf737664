"""Guests: moving their games to the account they log in to, and deleting guests without any games."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from accounts.models import Caution, User
from accounts.services import NotAGuest
from daily.services.trying import tries_merge
from games.models import Block, Hint, Invitation, Match, Message, ReadMark, Report, Seat, Silence
from games.services.lobby.challenges import attempts_merge
from games.services.people.leave_all import matches_leave
from games.services.refusals import NoStandIn
from notices.models import Browser, Delivery, Notice
from puzzles.services.answering import answers_merge

FORGET_AFTER = timedelta(days=30)
"""How long a guest without a seat is kept."""

BATCH = 1000
"""The maximum number of guests deleted per run; the rest can wait until tomorrow."""


@dataclass(frozen=True)
class Merge:
    """The number of games moved from a guest to an account, and of those left because the account has a seat there.

    Tables that had not started count as neither.
    """

    moved: int
    left: int


def guests_forget() -> int:
    """Delete guests without a seat whose last login is `FORGET_AFTER` ago or longer, with their studies.

    Guests stay if they have a younger study, if someone has played at their device, or while a notification is about
    them. Returns the number of guests; safe to run twice at once.
    """
    before = timezone.now() - FORGET_AFTER
    young = Match.objects.filter(host=OuterRef("pk"), status=Match.Status.STUDY, created_at__gte=before)
    announced = Notice.objects.filter(about=OuterRef("pk"))  # it shows others the guest's name
    played = Match.objects.filter(host=OuterRef("pk"), at_device=True)
    kept = Exists(young) | Exists(announced) | Exists(played)
    alone = User.objects.filter(~kept, is_guest=True, seats=None, last_login__lt=before)
    with transaction.atomic():
        locked = list(alone.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True)[:BATCH])
        # The race: a guest may have sat down while we waited for the lock. So query again, now that nobody can.
        Match.objects.filter(host__in=alone.filter(pk__in=locked), status=Match.Status.STUDY).delete()
        _rows, removed = alone.filter(pk__in=locked).delete()
    return removed.get(User._meta.label, 0)


def guest_merge(*, guest: User, user: User) -> Merge:
    """Move the seats of `guest` to `user`, also those of finished games, except in matches where `user` has a seat.

    Also moves studies, exhibitions, matches on one device, hints, notifications, chat messages, deals sent to others,
    attempts at such deals and at deals of the day, answers to puzzles, and browsers with push. Blocks, removals from
    tables, silences, cautions and reports move too: nobody leaves them behind by logging in.

    Where both sit, nobody can play for the guest any more: they leave the table or resign. Raises NotAGuest if `guest`
    is not one.
    """
    if not User.objects.filter(pk=guest.pk, is_guest=True).exists():
        raise NotAGuest
    with transaction.atomic():
        # The locks keep `user` from sitting down in another tab meanwhile; taken in a fixed order, to avoid deadlocks.
        locked = Match.objects.select_for_update().order_by("pk")
        matches = {match.pk for match in locked.filter(pk__in=Seat.objects.filter(user=guest).values("match"))}
        shared = set(Seat.objects.filter(match__in=matches, user=user).values_list("match_id", flat=True))
        Seat.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        Notice.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        Delivery.objects.filter(notice__match__in=matches - shared, user=guest).update(user=user)
        Notice.objects.filter(match__in=matches - shared, about=guest).update(about=user)
        Hint.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        _chats_merge(guest, user, shared)
        tries_merge(guest=guest, user=user)
        attempts_merge(guest=guest, user=user)
        answers_merge(guest=guest, user=user)
        Browser.objects.filter(user=guest).update(user=user)
        _blocks_merge(guest, user)
        _measures_merge(guest, user)
        Match.objects.filter(pk__in=matches - shared, host=guest).update(host=user)
        without_seat = Q(status=Match.Status.STUDY) | Q(exhibition=True) | Q(at_device=True)
        Match.objects.filter(without_seat, host=guest).update(host=user)
        left = Match.objects.filter(pk__in=shared).exclude(status=Match.Status.OPEN).count()
        Match.objects.filter(pk__in=shared, host=guest).update(host=user)
        with suppress(NoStandIn):
            matches_leave(user=guest)
    return Merge(moved=len(matches - shared), left=left)


def _chats_merge(guest: User, user: User, shared: Collection[int]) -> None:
    """Transfer what `guest` has written and read in chats, except in the matches `shared` by both: those who have
    blocked the guest still do not read it, and for the user it does not count as new.
    """
    Message.objects.filter(user=guest).exclude(match__in=shared).update(user=user)
    own = ReadMark.objects.filter(user=user).values("match")
    ReadMark.objects.filter(user=guest).exclude(match__in=own).update(user=user)


def _blocks_merge(guest: User, user: User) -> None:
    """Transfer the blocks by and against `guest`, and whether a host has removed them from a table. Where the account
    has one as well, it stays, unless it only mutes and that of the guest does not.
    """
    blocks = Block.objects.exclude(user=user, blocked=guest).exclude(user=guest, blocked=user)
    strict = blocks.filter(only_mutes=False)
    Block.objects.filter(user=user, blocked__in=strict.filter(user=guest).values("blocked")).update(only_mutes=False)
    Block.objects.filter(blocked=user, user__in=strict.filter(blocked=guest).values("user")).update(only_mutes=False)
    by_both = Block.objects.filter(user=user).values("blocked")
    against_both = Block.objects.filter(blocked=user).values("user")
    blocks.filter(user=guest).exclude(blocked__in=by_both).update(user=user)
    blocks.filter(blocked=guest).exclude(user__in=against_both).update(blocked=user)
    removed = Invitation.objects.filter(user=guest, state=Invitation.State.REMOVED)
    removed.exclude(match__in=Invitation.objects.filter(user=user).values("match")).update(user=user)


def _measures_merge(guest: User, user: User) -> None:
    """Transfer the silences and cautions of `guest`, and the reports about and by them. A report stays if it would be
    the second open one about the same thing, or one about its own reporter.
    """
    Silence.objects.filter(user=guest).update(user=user)
    Caution.objects.filter(user=guest).update(user=user)
    unread = Caution.objects.filter(user=user, read_at=None).aggregate(last=Max("made_at"))["last"]
    if unread is not None:  # every page points to it, as it did for the guest
        User.objects.filter(pk=user.pk).update(cautioned_at=unread)
    waits = {"message": None, "club_name": "", "settled_at": None}
    second = Report.objects.filter(person=user, reporter=OuterRef("reporter"), **waits)
    reports = Report.objects.filter(person=guest).exclude(reporter=user)
    reports.exclude(Exists(second), **waits).update(person=user)
    same = Q(message=OuterRef("message")) | Q(
        message=None, person=OuterRef("person"), club_name=OuterRef("club_name"), settled_at=None
    )
    made = Report.objects.filter(reporter=guest).exclude(person=user)
    made.exclude(Exists(Report.objects.filter(same, reporter=user))).update(reporter=user)

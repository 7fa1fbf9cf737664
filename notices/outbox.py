"""Writing notices: within the transaction of what they tell, so that neither exists without the other."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from notices.jobs import DELIVER
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice

if TYPE_CHECKING:
    from accounts.models import User


class Match(Protocol):
    """Everything a notice needs of a match."""

    @property
    def pk(self) -> int: ...
    @property
    def ply(self) -> int: ...


class Seat(Protocol):
    """Everything a notice needs of a seat."""

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> User | None: ...
    @property
    def stand_in_id(self) -> int | None: ...


ASKED, ASKED_FOR_LATER = "notices.asked", "notices.asked-for-later"
PAUSE = 1
"""Seconds in which the workers are asked at most twice, however many notices are written."""

_looked_after_until = 0.0
"""Until this time of the process's clock, whatever is written is covered by a request that this process has made."""


def notify(
    *,
    kind: str,
    users: Iterable[User | None],
    match: Match | None = None,
    about: User | None = None,
    due: datetime | None = None,
    **facts: Any,
) -> None:
    """Tell `users` something of `kind`, now or when `due`. Call it in the transaction that makes it true.

    Free seats and computer players are left out. A person is told once of each kind at each `match.ply`: writing the
    same again only moves `due`, as long as it is not due yet. `about` is the user who does what is told: the words use
    the name they have when it is read. `facts` are the other values the words need, and never a person’s name. For
    calls to decide and reminders see `notify_seat`.
    """
    assert kind not in CALLS | REMINDERS, "a decision is a seat's: use notify_seat"
    people = [user for user in users if user is not None and _is_person(user)]
    _write([_notice(user, kind, match, None, due, facts, about=about) for user in people])


def notify_each(*, kind: str, facts: Iterable[tuple[User, dict[str, Any]]]) -> None:
    """Tell each of these people something of `kind` that is about no match, with facts of their own."""
    assert kind not in CALLS | REMINDERS, "a decision is a seat's: use notify_seat"
    _write([_notice(user, kind, None, None, None, own) for user, own in facts if _is_person(user)])


def notify_seat(*, kind: str, match: Match, seat: Seat, ply: int | None = None, due: datetime | None = None) -> None:
    """Tell the user who decides for `seat` that they decide (TURN, QUESTION), or how little time is left (HALF, LAST).

    It is sent only if it is still true when it is due: the seat decides and has not been called anew. For reminders
    `ply` is that of the turn they are about; calling again moves them with the deadline. Does nothing for computer
    players and stand-ins.
    """
    if seat.user is None or seat.stand_in_id is not None or not _is_person(seat.user):
        return
    _write([_notice(seat.user, kind, match, seat.number, due, {}, ply)])


def called_at(*, match: Match, seat: Seat) -> int:
    """The `ply` at which the seat that decides now was called: that of its reminders, even if it has acted since."""
    calls = Notice.objects.filter(match_id=match.pk, seat=seat.number, kind__in=CALLS).order_by("-ply")
    ply = calls.values_list("ply", flat=True).first()
    return match.ply if ply is None else ply


def forget_calls(*, match: Match) -> None:
    """Withdraw unanswered calls of a match that resumes after being set aside: calls and reminders are written anew.

    So are the notices that it was set aside, in case that happens again.
    """
    Notice.objects.filter(match_id=match.pk, ply=match.ply, kind__in=CALLS | REMINDERS | {Kind.ASIDE}).delete()


def _is_person(user: User) -> bool:
    return not user.is_computer


def _notice(
    user: User,
    kind: str,
    match: Match | None,
    seat: int | None,
    due: datetime | None,
    facts: dict[str, Any],
    ply: int | None = None,
    about: User | None = None,
) -> Notice:
    now = timezone.now()
    at = ply if ply is not None else match.ply if match is not None else 0
    return Notice(
        user=user,
        kind=kind,
        match_id=None if match is None else match.pk,
        seat=seat,
        ply=at,
        about=about,
        facts=facts,
        made_at=now,
        due=due or now,
    )


def _write(notices: list[Notice]) -> None:
    if not notices:
        return
    Notice.objects.bulk_create(
        notices, update_conflicts=True, unique_fields=["user", "match", "ply", "kind"], update_fields=["due"]
    )
    if any(notice.due <= notice.made_at for notice in notices):
        transaction.on_commit(ask_to_deliver, robust=True)


def ask_to_deliver() -> None:
    """Ask the workers to look at the outbox: now, or soon if they may just have looked.

    A process that has asked for a later look knows that it covers all notices until then, and does not even contact
    Valkey: on a busy site that is nearly every action. If a request is lost, the sweep, which runs every five seconds,
    finds the notices.
    """
    global _looked_after_until
    if time.monotonic() < _looked_after_until:
        return
    if cache.add(ASKED, 1, timeout=PAUSE):
        current_app.send_task(DELIVER)
    elif cache.add(ASKED_FOR_LATER, 1, timeout=PAUSE):
        until = time.monotonic() + PAUSE
        current_app.send_task(DELIVER, countdown=PAUSE)
        _looked_after_until = until

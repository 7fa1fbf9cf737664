"""Writing notifications, in the transaction of the event that they report: neither exists without the other."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from common.valkey import valkey
from common.writes import Insert
from notices.jobs import DELIVER
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice

if TYPE_CHECKING:
    from accounts.models import User


class Match(Protocol):
    """The attributes of a match that a notification needs."""

    @property
    def pk(self) -> int: ...
    @property
    def ply(self) -> int: ...


class Seat(Protocol):
    """The attributes of a seat that a notification needs."""

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> User | None: ...
    @property
    def stand_in_id(self) -> int | None: ...


ASKED, ASKED_FOR_LATER = "notices.asked", "notices.asked-for-later"
PAUSE = 1
"""Seconds in which at most two delivery tasks are queued, however many notifications are written."""

_looked_after_until = 0.0
"""Time on the monotonic clock until which a task queued by this process covers all notifications it writes."""


def notify(
    *,
    kind: str,
    users: Iterable[User | None],
    match: Match | None = None,
    about: User | None = None,
    due: datetime | None = None,
    **facts: Any,
) -> None:
    """Notify `users` of `kind`, now or when `due`. Call it in the transaction of the event.

    Free seats (None) and computer players are skipped. Each person gets one notification per kind and `match.ply`:
    writing it again only moves `due`, to no effect once it is planned. `about` is the user who caused the event; the
    text uses the name that they have when it is read. `facts` are other values that the text needs, never a person’s
    name. For calls to decide and reminders use `notify_seat`.
    """
    assert kind not in CALLS | REMINDERS, "a decision is a seat's: use notify_seat"
    people = [user for user in users if user is not None and _is_person(user)]
    _write([_notice(user, kind, match, None, due, facts, about=about) for user in people])


def notify_each(*, kind: str, facts: Iterable[tuple[User, dict[str, Any]]]) -> None:
    """Notify each of these users of `kind`, not about a match, with facts of their own."""
    assert kind not in CALLS | REMINDERS, "a decision is a seat's: use notify_seat"
    _write([_notice(user, kind, None, None, None, own) for user, own in facts if _is_person(user)])


def notify_seat(*, kind: str, match: Match, seat: Seat, ply: int | None = None, due: datetime | None = None) -> None:
    """Notify the user at `seat` that it has to decide (TURN, QUESTION), or how little time is left (HALF, LAST).

    It is sent only if it is still true when due: the seat still decides and has not been called again. For reminders,
    `ply` is that of the call they are about; writing them again moves them with the deadline. Does nothing for computer
    players and stand-ins.
    """
    if seat.user is None or seat.stand_in_id is not None or not _is_person(seat.user):
        return
    _write([_notice(seat.user, kind, match, seat.number, due, {}, ply)])


def called_at(*, match: Match, seat: Seat) -> int:
    """The `ply` of the last call to `seat`, which decides now: that of its reminders, even if it has acted since."""
    calls = Notice.objects.filter(match_id=match.pk, seat=seat.number, kind__in=CALLS).order_by("-ply")
    ply = calls.values_list("ply", flat=True).first()
    return match.ply if ply is None else ply


def forget_calls(*, match: Match) -> None:
    """Delete the current calls and reminders of a match that resumes after being quarantined: new ones will be written.

    Also delete the notifications that it was quarantined, in case that happens again.
    """
    Notice.objects.filter(match_id=match.pk, ply=match.ply, kind__in=CALLS | REMINDERS | {Kind.QUARANTINED}).delete()


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


_insert = Insert(Notice, unique=["user", "match", "ply", "kind"], update=["due"])


def _write(notices: list[Notice]) -> None:
    if not notices:
        return
    _insert(notices)
    if any(notice.due <= notice.made_at for notice in notices):
        transaction.on_commit(ask_to_deliver, robust=True)


def ask_to_deliver() -> None:
    """Queue a delivery task: now, or `PAUSE` seconds later if one was queued just before.

    A process that has queued a later task knows that it covers all notifications until then, and does not even contact
    Valkey: on a busy site that is the case for nearly every action. If a task is lost, the next one finds the
    notifications: beat queues one every five seconds.
    """
    global _looked_after_until
    if time.monotonic() < _looked_after_until:
        return
    if _is_first(ASKED):
        current_app.send_task(DELIVER)
    elif _is_first(ASKED_FOR_LATER):
        until = time.monotonic() + PAUSE
        current_app.send_task(DELIVER, countdown=PAUSE)
        _looked_after_until = until


def _is_first(name: str) -> bool:
    """Whether nobody has asked this in the last `PAUSE` seconds. Like `cache.add`, which makes a client each time."""
    return bool(valkey().set(cache.make_key(name), 1, nx=True, ex=PAUSE))

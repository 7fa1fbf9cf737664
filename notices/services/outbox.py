"""Writing notices: within the transaction of what they tell, so that there is neither one without the other."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from machupicchu.celery import app
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match, Seat


DELIVER = "notices.deliver"
ASKED, ASKED_FOR_LATER = "notices.asked", "notices.asked-for-later"
PAUSE = 1
"""Seconds in which the workers are asked twice at most, however many notices are written."""


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
    same again only moves `due`, as long as it is not due yet. `about` is the one who does what is told: the words name
    them as they are called when it is read. `facts` are what else the words need, and never a name. For calls to decide
    and reminders see `notify_seat`.
    """
    assert kind not in CALLS | REMINDERS, "a decision is a seat's: use notify_seat"
    people = [user for user in users if user is not None and _is_person(user)]
    _write([_notice(user, kind, match, None, due, facts, about=about) for user in people])


def notify_seat(*, kind: str, match: Match, seat: Seat, ply: int | None = None, due: datetime | None = None) -> None:
    """Tell whoever decides for `seat` that it decides (TURN, QUESTION), or how little time is left (HALF, LAST).

    It is sent only if it is still true when it is due: the seat decides and has not been called anew. For reminders
    `ply` is that of the turn which they are about; calling again moves them with the deadline. Nothing happens for
    computer players and stand-ins.
    """
    if seat.user is None or seat.stand_in_id is not None or not _is_person(seat.user):
        return
    _write([_notice(seat.user, kind, match, seat.number, due, {}, ply)])


def called_at(*, match: Match, seat: Seat) -> int:
    """The `ply` at which the seat that decides now was called: that of its reminders, also when it has acted since."""
    calls = Notice.objects.filter(match=match, seat=seat.number, kind__in=CALLS).order_by("-ply")
    ply = calls.values_list("ply", flat=True).first()
    return match.ply if ply is None else ply


def forget_calls(*, match: Match) -> None:
    """Take back what nobody has answered in a match that goes on after a rest: calls and reminders are written anew.

    So is, if it must rest again, what told of the rest.
    """
    Notice.objects.filter(match=match, ply=match.ply, kind__in=CALLS | REMINDERS | {Kind.ASIDE}).delete()


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
        match=match,
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
        transaction.on_commit(_ask_to_deliver, robust=True)


def _ask_to_deliver() -> None:
    """Ask the workers to look at the outbox: now, or soon if they may just have looked.

    What is asked for in vain the sweep finds, which comes every five seconds.
    """
    if cache.add(ASKED, 1, timeout=PAUSE):
        app.send_task(DELIVER)
    elif cache.add(ASKED_FOR_LATER, 1, timeout=PAUSE):
        app.send_task(DELIVER, countdown=PAUSE)

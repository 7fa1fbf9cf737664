"""Repairs after the machine's date was ahead and has been set right: timestamps in the future are corrected.

The heartbeat notices it, since the site records every few seconds that it is alive. While the machine's date is right,
no such timestamp can be in the future.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import models
from django.db.models import F
from redis import Redis

from accounts.models import Ban, Letter, NameChange, User, Vacation
from games.models import Action, Analysis, Block, Hint, Listener, Match, Message, Silence
from games.paces import PACES, later
from games.selectors.access import seats_of
from notices.models import Delivery, Notice

log = logging.getLogger(__name__)

CHUNK = 1000
"""The number of rows or keys fetched, and written, at once."""

WHEN: tuple[tuple[type[models.Model], tuple[str, ...]], ...] = (
    (Match, ("to_move_since", "asked_at", "created_at", "changed_at", "started_at")),
    (Action, ("made_at",)),
    (Hint, ("asked_at",)),
    (Analysis, ("asked_at", "worked_at")),
    (Message, ("written_at",)),
    (Block, ("made_at",)),
    (Listener, ("looked_at",)),
    (NameChange, ("at",)),
    (User, ("last_login", "date_joined")),
    (Delivery, ("begun_at",)),
)
"""Columns with the time at which something was done: never later than now."""

UNTIL: tuple[tuple[type[models.Model], str, str], ...] = (
    (Notice, "made_at", "due"),
    (Ban, "made_at", "until"),
    (Silence, "made_at", "until"),
)
"""Intervals that begin at the first of these columns and are due, or end, at the second: they keep their length."""

WAITS = timedelta(hours=3)
"""Longer than any delivery or account email waits for its next attempt."""

AUTHENTICATED = "account_authentication_methods"
"""Session key for how and when its person was last asked for the password."""


def put_back(*, now: datetime) -> None:
    """Correct the timestamps named in this module that are later than they can be, within a transaction. Idempotent.

    All others stay as they are.
    """
    for model, columns in WHEN:
        for column in columns:
            model._default_manager.filter(**{f"{column}__gt": now}).update(**{column: now})
    for model, begins, ends in UNTIL:
        for row in model._default_manager.filter(**{f"{begins}__gt": now}).iterator(CHUNK):
            begun, end = getattr(row, begins), getattr(row, ends)
            moved = {begins: now} | ({} if end is None else {ends: now + max(timedelta(), end - begun)})
            model._default_manager.filter(pk=row.pk).update(**moved)
            if isinstance(row, Ban) and end is not None:
                User.objects.filter(pk=row.user_id, banned_until=end).update(banned_until=moved[ends])
    Delivery.objects.filter(state=Delivery.State.WAITING, due__gt=now + WAITS).update(due=now)
    Letter.objects.filter(state=Letter.State.WAITING, due__gt=now + WAITS).update(due=now)
    _vacations(now)
    _clocks(now)
    _sessions(now)


def forget_what_is_held() -> None:
    """Empty the cache (leases, limits, pauses), whose entries would otherwise live too long. The broker's queues stay,
    and messages taken by a worker that died are still returned in time.
    """
    with Redis.from_url(settings.REDIS_URL) as valkey:
        for keys in _chunks(valkey.scan_iter(match=cache.make_key("*"), count=CHUNK)):
            valkey.delete(*keys)
        now = valkey.time()[0]
        late = valkey.zrangebyscore("unacked_index", f"({now}", "+inf")
        if late:
            valkey.zadd("unacked_index", dict.fromkeys(late, now))


def _chunks(keys: Iterator[bytes]) -> Iterator[list[bytes]]:
    chunk: list[bytes] = []
    for key in keys:
        chunk.append(key)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _vacations(now: datetime) -> None:
    """Make each vacation begin now at the latest, and keep its length in days."""
    for vacation in Vacation.objects.filter(began_at__gt=now).select_related("user"):
        end = now + timedelta(days=vacation.days)
        Vacation.objects.filter(pk=vacation.pk).update(began_at=now)
        User.objects.filter(pk=vacation.user_id, away_until__gt=end).update(away_until=end)


def _clocks(now: datetime) -> None:
    """Limit everyone's remaining time to a turn and the bank: anything more was counted with the wrong date."""
    running = Match.objects.filter(status=Match.Status.RUNNING, deadline__gt=now)
    for match in running.select_for_update().iterator(CHUNK):
        seats, pace = seats_of(match), PACES[match.pace]
        seat = None if match.to_move is None else seats[match.to_move]
        bank = seat.bank if seat is not None else timedelta()
        away = [each.user.away_until for each in seats if each.user is not None and each.user.away_until is not None]
        waiting = None if match.waits_for is None else seats[match.waits_for]
        longest = later(max([now, *away]), pace.turn + bank, weekends=match.weekends_of(waiting))
        assert match.deadline is not None
        if match.deadline > longest:
            Match.objects.filter(pk=match.pk).update(deadline=longest)
    before = running.filter(deadline_before__gt=F("deadline"))
    before.update(deadline_before=F("deadline"))


def _sessions(now: datetime) -> None:
    """Limit sessions to their usual lifetime from now on; forget password prompts dated in the future."""
    longest = now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for session in Session.objects.filter(expire_date__gt=longest).iterator(CHUNK):
        decoded = session.get_decoded()
        known = decoded.get(AUTHENTICATED, [])
        decoded[AUTHENTICATED] = [method | {"at": 0} if method["at"] > now.timestamp() else method for method in known]
        data = Session.objects.encode(decoded)
        Session.objects.filter(pk=session.pk).update(expire_date=longest, session_data=data)

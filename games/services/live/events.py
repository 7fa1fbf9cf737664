"""Numbers the events for one person's programs."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from common.lock_timeout import READING, lock_timeout
from games.models import Event, Listener, Message, Seat
from games.selectors.people.chat import unheard
from notices.kinds import REMINDERS, Kind
from notices.models import Notice

KEPT = timedelta(days=30)
"""For how long missed events are kept for someone who was away."""

LATEST_COMMIT = timedelta(minutes=5)
"""No transaction takes longer: what was written before that is visible by now, or never will be."""

MOST = 1000
"""Maximum events numbered at once."""

BATCH = 2000
"""Maximum events deleted at once, so that nobody waits long for the database."""

UNTOLD = REMINDERS | {Kind.TEST}
"""Kinds of notifications that are not events: programs know from the deadline that time is running out."""


def events_number(*, user_id: int) -> int:
    """Number the user's events since the last call, in order of time. Returns the last number."""
    listener = Listener.objects.filter(user_id=user_id).first()
    if listener is not None and not any(each.exists() for each in _fresh(user_id, listener.looked_at)):
        return listener.number
    # All streams of a process query in one thread: one that waits here for the database holds up all others.
    with lock_timeout(READING), transaction.atomic():
        # The race: two programs of one person look at the same moment. The second waits, and finds the rest.
        listener, _made = Listener.objects.select_for_update().get_or_create(user_id=user_id)
        now = timezone.now()
        new_notices, new_messages = _fresh(user_id, listener.looked_at)
        notices, messages = list(new_notices), list(new_messages)
        fresh: list[Notice | Message] = [*notices, *messages]
        fresh.sort(key=_when)
        events = [
            Event(
                user_id=user_id,
                number=number,
                notice=each if isinstance(each, Notice) else None,
                message=each if isinstance(each, Message) else None,
            )
            for number, each in enumerate(fresh, listener.number + 1)
        ]
        Event.objects.bulk_create(events)
        listener.number += len(events)
        if len(notices) < MOST and len(messages) < MOST:
            listener.looked_at = now
        listener.save(update_fields=["number", "looked_at"])
    return listener.number


def events_forget() -> None:
    """Delete events too old to be asked for again, in batches."""
    until = timezone.now() - KEPT
    oldest = Event.objects.filter(made_at__lt=until).order_by("made_at").values_list("pk", flat=True)
    while old := list(oldest[:BATCH]):
        Event.objects.filter(pk__in=old).delete()


def _fresh(user_id: int, looked_at: datetime) -> tuple[QuerySet[Notice], QuerySet[Message]]:
    """The notifications and chat messages for the user that have no number yet."""
    since = max(looked_at - LATEST_COMMIT, timezone.now() - KEPT)
    numbered = Event.objects.filter(user_id=user_id)
    notices = Notice.objects.filter(user_id=user_id, made_at__gte=since).exclude(kind__in=UNTOLD)
    unfinished = Q(ended_at=None) | Q(ended_at__gte=since - timedelta(days=1))
    sits = Seat.objects.filter(unfinished, user_id=user_id).values("match")
    messages = Message.objects.filter(match__in=sits, channel=Message.Channel.PLAYERS, written_at__gte=since)
    messages = messages.exclude(user_id=user_id).exclude(unheard(user_id))
    return (
        notices.filter(~Exists(numbered.filter(notice=OuterRef("pk")))).order_by("made_at", "id")[:MOST],
        messages.filter(~Exists(numbered.filter(message=OuterRef("pk")))).order_by("written_at", "id")[:MOST],
    )


def _when(item: Notice | Message) -> tuple[datetime, int]:
    return (item.made_at if isinstance(item, Notice) else item.written_at, item.pk)

"""Claiming deliveries and marking their outcome.

Claiming a delivery moves its `due` ahead by `LEASE` with a conditional update, which works on every database: no other
worker claims it, and if the worker dies, it is claimed again after the lease.

A worker can die between sending and marking, which leaves a delivery that was sent but is not marked so. Anything with
an identity is sent again rather than lost: an email has the same Message-ID, a push replaces the one on screen, and an
open page shows each id once. Discord and Slack ignore ids, so a message sent again would appear twice. A webhook call
is therefore marked as begun once the connection is open, right before sending. If its outcome is unknown (the worker
died, or no response came) it is not sent again but ends as UNSURE, which the user sees in the list of notifications; a
turn is still announced by email. A worker that dies in the instant between that mark and the first byte loses the
message: this is the only moment at which a kill can lose one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db.models import F
from django.utils import timezone

from common import metrics
from notices.kinds import Channel
from notices.models import LONGEST_TROUBLE, Delivery

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=90)
"""Longer than any task may run (see CELERY_TASK_TIME_LIMIT): the holder of an expired lease is dead."""

MOST_ATTEMPTS = 12
"""A delivery that has failed this often is given up: with the pauses between, after some eight hours."""

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)
"""The pause after the first attempt, and the longest one: each is twice as long as the one before."""


def take_up(delivery: Delivery) -> bool:
    """Claim a delivery for the time of a lease. False if another worker was faster."""
    until = timezone.now() + LEASE
    mine = Delivery.objects.filter(
        pk=delivery.pk, state=Delivery.State.WAITING, due=delivery.due, attempts=delivery.attempts
    )
    if mine.update(due=until, attempts=F("attempts") + 1) != 1:
        return False
    delivery.due, delivery.attempts = until, delivery.attempts + 1
    return True


def begin(delivery: Delivery) -> None:
    """Mark a claimed delivery that must not arrive twice as being sent from now on."""
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING).update(begun_at=timezone.now())


def end_as(delivery: Delivery, state: str, trouble: str = "") -> None:
    """End a claimed delivery in `state`. Does nothing if it has already ended."""
    end_all([delivery.pk], state, timezone.now(), trouble, channel=delivery.channel)


def end_all(keys: Sequence[int], state: str, now: datetime, trouble: str = "", *, channel: str = Channel.MAIL) -> None:
    """End those of the deliveries that have not ended yet, all of one channel, in `state`, and count them."""
    ended = Delivery.objects.filter(pk__in=keys, state=Delivery.State.WAITING).update(
        state=state, ended_at=now, trouble=trouble[:LONGEST_TROUBLE]
    )
    metrics.DELIVERIES.labels(channel, state).inc(ended)


def is_hopeless(delivery: Delivery) -> bool:
    """Whether a claimed delivery has had too many attempts, which all ended without a result."""
    return delivery.attempts > MOST_ATTEMPTS


def rest(delivery: Delivery, until: datetime) -> None:
    """Postpone a delivery that nobody has claimed, without counting an attempt."""
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, due=delivery.due).update(due=until)


def put_off_others(delivery: Delivery) -> None:
    """Postpone everything due for the same user, channel and server until this delivery, which failed, is due again.

    A server that answers slowly, or not at all, is tried only once in a while and does not hold up others. For push,
    the server counts too: a user's browsers have different ones, and what one refuses another may accept.
    """
    now = timezone.now()
    due = Delivery.objects.filter(pk=delivery.pk, due__gt=now).values_list("due", flat=True).first()
    if due is not None:
        behind = Delivery.objects.filter(user=delivery.user_id, channel=delivery.channel, due__lte=now)
        if delivery.browser is not None:
            server = urlsplit(delivery.browser.endpoint)._replace(path="/", query="").geturl()
            behind = behind.filter(browser__endpoint__startswith=server)
        behind.filter(state=Delivery.State.WAITING).update(due=due)


def pause_after(attempts: int) -> timedelta:
    """The pause before the next attempt: it doubles each time, up to `LONGEST_PAUSE`."""
    return min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)


def try_later(delivery: Delivery, why: str, seconds: int | None = None) -> bool:
    """Put a claimed delivery back, for longer each time, and for at least `seconds` up to `LONGEST_PAUSE`.

    False if it was given up after `MOST_ATTEMPTS`.
    """
    log.info("delivery %s by %s was not accepted: %s", delivery.pk, delivery.channel, why)
    if delivery.attempts >= MOST_ATTEMPTS:
        end_as(delivery, Delivery.State.FAILED, why)
        return False
    pause = pause_after(delivery.attempts)
    if seconds is not None:
        pause = min(max(pause, timedelta(seconds=seconds)), LONGEST_PAUSE)
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, attempts=delivery.attempts).update(
        due=timezone.now() + pause, begun_at=None, trouble=why[:LONGEST_TROUBLE]
    )
    return True

"""Taking deliveries up and marking what became of them.

Taking up a delivery moves its `due` ahead by `LEASE` with a conditional update, which works alike on every database; so
nobody else takes it up, and if the worker dies it is taken up again after the lease.

Between sending and marking nothing can be guaranteed: a worker that dies just there leaves a delivery that was sent but
is not marked so. What carries an identity is sent again rather than lost: a mail has the same Message-ID, a push
replaces the one that is shown, and an open page shows each once. A webhook has none that Discord or Slack would look
at, so its message would appear in the channel twice. It is therefore noted as begun once the connection is open, right
before it is sent, and if nobody can say how that ended (the worker died, or no answer came) it is not sent again but
ends as UNSURE, which its person sees in the list of notices; the turn that it tells about still goes out by mail. A
worker that dies in the instant between that note and the first byte loses the message: it is the only moment at which a
kill can cost one.
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
from notices.models import Delivery

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=90)
"""Longer than any task may run (see CELERY_TASK_TIME_LIMIT): the holder of an expired lease is dead."""

MOST_ATTEMPTS = 12
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)


def take_up(delivery: Delivery) -> bool:
    """Claim the delivery for the time of a lease. False if another worker was faster."""
    until = timezone.now() + LEASE
    mine = Delivery.objects.filter(
        pk=delivery.pk, state=Delivery.State.WAITING, due=delivery.due, attempts=delivery.attempts
    )
    if mine.update(due=until, attempts=F("attempts") + 1) != 1:
        return False
    delivery.due, delivery.attempts = until, delivery.attempts + 1
    return True


def begin(delivery: Delivery) -> None:
    """Note that a delivery that is ours and must not arrive twice is being sent from now on."""
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING).update(begun_at=timezone.now())


def end_as(delivery: Delivery, state: str, trouble: str = "") -> None:
    """End a claimed delivery in `state`; a no-op if it has ended already."""
    end_all([delivery.pk], state, timezone.now(), trouble, channel=delivery.channel)


def end_all(keys: Sequence[int], state: str, now: datetime, trouble: str = "", *, channel: str = Channel.MAIL) -> None:
    """Mark the end of deliveries by one channel."""
    ended = Delivery.objects.filter(pk__in=keys, state=Delivery.State.WAITING).update(
        state=state, ended_at=now, trouble=trouble[:200]
    )
    metrics.DELIVERIES.labels(channel, state).inc(ended)


def is_hopeless(delivery: Delivery) -> bool:
    """Whether a delivery that was taken up has been tried too often: nobody has reported how it ended."""
    return delivery.attempts > MOST_ATTEMPTS


def rest(delivery: Delivery, pause: timedelta) -> bool:
    """Postpone a delivery that nobody has taken up, without counting it as tried. False: someone was faster."""
    waiting = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, due=delivery.due)
    return waiting.update(due=timezone.now() + pause) == 1


def put_off_others(delivery: Delivery) -> None:
    """Postpone everything else for the same person, channel and server for as long as this one, which was not accepted.

    Browsers have different servers: what one refuses another may accept. So a server that answers slowly, or not at
    all, is asked once in a while, and those behind it have their turn.
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
    """How long to wait after so many attempts: longer each time."""
    return min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)


def try_later(delivery: Delivery, why: str, seconds: int | None = None) -> bool:
    """Put a claimed delivery back, for longer each time. False: given up after `MOST_ATTEMPTS`."""
    log.info("delivery %s by %s was not accepted: %s", delivery.pk, delivery.channel, why)
    if delivery.attempts >= MOST_ATTEMPTS:
        end_as(delivery, Delivery.State.FAILED, why)
        return False
    pause = pause_after(delivery.attempts)
    if seconds is not None:
        pause = min(max(pause, timedelta(seconds=seconds)), LONGEST_PAUSE)
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, attempts=delivery.attempts).update(
        due=timezone.now() + pause, begun_at=None, trouble=why[:200]
    )
    return True

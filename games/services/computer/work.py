"""Handling of requests to workers: given up if they cannot be done, and repeated if they got lost."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from common.queues import lengths
from common.refusals import Refused
from common.trouble import is_trouble
from games.jobs import AI
from games.services.computer.leases import DEADLY, TRIES, Decision, forget, held, is_hopeless, lost

log = logging.getLogger(__name__)

PASSING = (OperationalError, InterfaceError, SoftTimeLimitExceeded)
"""Temporary errors that are no fault of a match: the database does not answer, or time is up. The next call resumes."""

ASK_AGAIN_AFTER = timedelta(seconds=5)
"""A request this old that nobody is thinking about may be lost: its worker died, or the broker lost it. With the
interval of the sweep it is taken up again within ten seconds.
"""

BATCH = 200
"""Maximum requests repeated at once: the next sweep repeats the rest."""


class PendingJob(NamedTuple):
    """A request to a worker: its row, what it is about, and when it was made."""

    pk: int
    decision: Decision
    at: datetime


def is_passing(error: Exception) -> bool:
    """Whether an error is temporary: one of `PASSING`, or any other trouble with the storage."""
    return isinstance(error, PASSING) or is_trouble(error)


@contextmanager
def on_its_own(what: str) -> Iterator[None]:
    """Log an error in the block and go on: a fault of one thing in a sweep does not hold up the others.

    Temporary errors are raised: they would meet the others as well, and the next sweep resumes.
    """
    try:
        yield
    except Exception as error:
        if is_passing(error):
            raise
        log.exception("%s cannot continue", what)


def lost_jobs(waiting: list[PendingJob], priority: int, patience: timedelta = ASK_AGAIN_AFTER) -> list[PendingJob]:
    """Those of `waiting`, which must be all requests of this priority, to repeat: the oldest first.

    What was taken up and lost is recorded. What was never taken up may just be in the queue, behind many others or
    without a worker. So, after some `patience`, only as many requests are repeated as messages are missing there.
    However often this is called, the queue never holds more messages than there are decisions waiting; and if a broker
    has lost everything, it gets everything again at once. If a request is repeated in place of another, that costs one
    needless message, and the other has its turn next time.
    """
    now = timezone.now()
    late = sorted((one for one in waiting if one.at < now - ASK_AGAIN_AFTER), key=lambda one: one.at)
    if not late:
        return []
    decisions = [one.decision for one in waiting]
    taken_up = lost(decisions)
    busy = held(decisions)
    missing = len(waiting) - len(taken_up | busy) - lengths([AI], [priority])[AI]
    never_taken = [one for one in late if one.decision not in taken_up | busy and one.at < now - patience]
    again = [one for one in late if one.decision in taken_up - busy] + never_taken[: max(0, missing)]
    forget([one.decision for one in again[:BATCH]])
    return again[:BATCH]


def ask_again_for(
    lost_work: list[PendingJob], claim: Callable[[PendingJob], int], ask: Callable[[PendingJob], None]
) -> int:
    """Repeat requests that got lost. Returns how many were repeated.

    `claim` is a conditional update that only one of two concurrent sweeps wins; it returns the number of changed rows.
    """
    claimed = [one for one in lost_work if claim(one) == 1]
    for one in claimed:
        log.info("match %s: asking again for ply %s", *one.decision)
        ask(one)
    return len(claimed)


def attempt(
    what: str,
    do: Callable[[], bool],
    *,
    give_up: Callable[[str], object],
    too_late: Callable[[], object] | None = None,
    leased: Decision | None = None,
) -> bool:
    """Do what was requested. False: nothing is left to do.

    Temporary errors are raised, and the work is requested again. A bug of ours would only recur: the work is given up,
    with the error. So is work that is `leased` and has killed too many of its holders. Without a lease nobody counts
    them: such work is given up once it proves deadly.
    """
    if leased is not None and is_hopeless(*leased):
        log.error("%s: %s workers died of it; giving up", what, TRIES)
        give_up(f"{TRIES} workers died at ply {leased[1]}")
        return False
    try:
        return do()
    except Refused as refusal:
        log.info("%s: too late: %s", what, refusal)
        if too_late is not None:
            too_late()
        return False
    except Exception as error:
        if is_passing(error) or (leased is not None and isinstance(error, DEADLY)):
            raise
        log.exception("%s: failed for good; giving up", what)
        give_up(repr(error))
        return False

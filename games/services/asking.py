"""Which of the decisions that wait for a worker must be asked for again, as their message is lost."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.services.leases import Decision, forget, held, lost
from machupicchu.queues import lengths

QUEUE = "ai"

ASK_AGAIN_AFTER = timedelta(seconds=5)
"""What was asked for this long ago and nobody thinks about may be lost: its worker died, or the broker lost it. With
the pause of the sweep it is taken up within ten seconds."""

BATCH = 200
"""So many at once: the rest is asked for by the next sweep."""


class Asked(NamedTuple):
    """Something that a worker was asked for: its row, what it is about, and when."""

    pk: int
    decision: Decision
    at: datetime


def lost_ones(waiting: list[Asked], priority: int, patience: timedelta = ASK_AGAIN_AFTER) -> list[Asked]:
    """Those of `waiting`, which are all that wait with this priority, to ask for again: the oldest first.

    What was taken up and lost has a name. What was never taken up may just stand in the queue, behind many or without a
    worker. So no more of it is asked for, after some `patience`, than messages are missing there: then the queue never
    holds more messages than decisions wait, however often this is asked, and a broker that has lost everything is told
    everything at once. Whoever is asked for in place of another costs one needless message, and the next time it is the
    other's turn.
    """
    now = timezone.now()
    late = sorted((one for one in waiting if one.at < now - ASK_AGAIN_AFTER), key=lambda one: one.at)
    if not late:
        return []
    decisions = [one.decision for one in waiting]
    taken_up = lost(decisions)
    busy = held(decisions)
    missing = len(waiting) - len(taken_up | busy) - lengths([QUEUE], [priority])[QUEUE]
    never_taken = [one for one in late if one.decision not in taken_up | busy and one.at < now - patience]
    again = [one for one in late if one.decision in taken_up - busy] + never_taken[: max(0, missing)]
    forget([one.decision for one in again[:BATCH]])
    return again[:BATCH]

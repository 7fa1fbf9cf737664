"""How fast matches are played: the one table of figures, and reckoning with time that leaves weekends out.

Every turn has its own time; what a turn takes beyond that comes out of the seat's bank. When both are used up, time is
out. So a turn that begins at a moment ends at the latest a turn's time and the whole bank later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

HOUR = timedelta(hours=1)
NOTHING = timedelta()
WEEKEND = timedelta(days=2)
SATURDAY = 5

REMINDERS = (50, 80)
"""Of a hundred parts of the time for a turn: after how many whoever is awaited is reminded."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time there is for a turn, and in the bank of each seat for the whole match; zero for no clock."""

    key: str
    turn: timedelta = NOTHING
    bank: timedelta = NOTHING

    @property
    def has_clock(self) -> bool:
        """Whether anybody's time can run out."""
        return bool(self.turn)

    @property
    def is_slow(self) -> bool:
        """Whether people look in once in a while: weekends and vacations may stop the clock, turns are confirmed."""
        return self.turn >= HOUR


PACES = {
    pace.key: pace
    for pace in (
        Pace("live", turn=timedelta(minutes=3), bank=timedelta(minutes=15)),
        Pace("1d", turn=timedelta(days=1), bank=timedelta(days=1)),
        Pace("2d", turn=timedelta(days=2), bank=timedelta(days=2)),
        Pace("3d", turn=timedelta(days=3), bank=timedelta(days=3)),
        Pace("7d", turn=timedelta(days=7), bank=timedelta(days=7)),
        Pace("none"),
    )
}
"""Every pace by its key, the fastest first."""


def later(moment: datetime, span: timedelta, *, weekends_off: bool) -> datetime:
    """The moment `span` of counted time after `moment`. Weekends are those of UTC and count as nothing."""
    if not weekends_off:
        return moment + span
    moment = _after_weekend(moment.astimezone(UTC))
    while moment + span > (saturday := _next_saturday(moment)):
        span -= saturday - moment
        moment = saturday + WEEKEND
    return moment + span


def earlier(moment: datetime, span: timedelta, *, weekends_off: bool) -> datetime:
    """The moment from which `span` of counted time leads to `moment`."""
    if not weekends_off:
        return moment - span
    moment = moment.astimezone(UTC)
    while moment - span < (monday := _last_monday(moment)):
        span -= counted(monday, moment, weekends_off=True)
        moment = monday - WEEKEND
    saturday = monday + timedelta(days=SATURDAY)
    return min(moment, saturday) - span if moment > saturday else moment - span


def counted(start: datetime, end: datetime, *, weekends_off: bool) -> timedelta:
    """How much counted time lies between two moments; nothing when `end` is not after `start`."""
    if end <= start:
        return NOTHING
    if not weekends_off:
        return end - start
    start, end = _after_weekend(start.astimezone(UTC)), end.astimezone(UTC)
    span = NOTHING
    while end > (saturday := _next_saturday(start)):
        span += saturday - start
        start = saturday + WEEKEND
    return span + max(end - start, NOTHING)


def reminder_times(deadline: datetime, allowed: timedelta, *, weekends_off: bool) -> dict[int, datetime]:
    """When to remind, by the part of `allowed` (a turn's time and the bank) that is used then.

    Reckoned back from the deadline: when that moves, the reminders move with it.
    """
    return {part: earlier(deadline, allowed * (100 - part) / 100, weekends_off=weekends_off) for part in REMINDERS}


def _monday(moment: datetime) -> datetime:
    """The midnight that the week of `moment` began with."""
    return datetime.combine(moment.date() - timedelta(days=moment.weekday()), time(), UTC)


def _last_monday(moment: datetime) -> datetime:
    """The last Monday's midnight before `moment`."""
    return _monday(moment - timedelta.resolution)


def _next_saturday(moment: datetime) -> datetime:
    return _monday(moment) + timedelta(days=SATURDAY)


def _after_weekend(moment: datetime) -> datetime:
    """The moment itself, or when the weekend in which it lies is over."""
    return _monday(moment) + timedelta(days=7) if moment.weekday() >= SATURDAY else moment

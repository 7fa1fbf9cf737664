"""Paces: the only table of time limits, and arithmetic with time that leaves weekends out.

Every turn has its own time; anything beyond that comes out of the seat's time bank. When both are used up, time is out.
So a turn ends at the latest when a turn's time and the whole bank have passed since it began.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

HOUR = timedelta(hours=1)
NOTHING = timedelta()
SATURDAY = 5
"""Its number for `date.weekday`."""

REMINDERS = (50, 80)
"""The percentages of the time for a turn, bank included, after which the player to move is reminded."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The time for a turn, and the time bank of each seat for the whole match; zero for no clock."""

    key: str
    turn: timedelta = NOTHING
    bank: timedelta = NOTHING

    @property
    def has_clock(self) -> bool:
        """Whether anyone's time can run out."""
        return bool(self.turn)

    @property
    def is_slow(self) -> bool:
        """Whether players only look in now and then: weekends and vacations may stop the clock, turns are confirmed."""
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
"""Every pace by its key, fastest first."""


def later(moment: datetime, span: timedelta, *, weekends: tzinfo | None) -> datetime:
    """The moment `span` of counted time after `moment`. Weekends in this zone do not count; None: they count."""
    if weekends is None:
        return moment + span
    moment = _after_weekend(moment.astimezone(UTC), weekends)
    while moment + span > (saturday := _next_saturday(moment, weekends)):
        span -= saturday - moment
        moment = _after_weekend(saturday, weekends)
    return moment + span


def earlier(moment: datetime, span: timedelta, *, weekends: tzinfo | None) -> datetime:
    """The moment `span` of counted time before `moment`; see `later`."""
    if weekends is None:
        return moment - span
    moment = min(moment.astimezone(UTC), _next_saturday(moment, weekends))
    while moment - span < (monday := _last_monday(moment, weekends)):
        span -= moment - monday
        moment = _midnight(monday, weekends, days=-2)
    return moment - span


def counted(start: datetime, end: datetime, *, weekends: tzinfo | None) -> timedelta:
    """How much counted time is between two moments; zero if `end` is not after `start`."""
    if end <= start:
        return NOTHING
    if weekends is None:
        return end - start
    start, end = _after_weekend(start.astimezone(UTC), weekends), end.astimezone(UTC)
    span = NOTHING
    while end > (saturday := _next_saturday(start, weekends)):
        span += saturday - start
        start = _after_weekend(saturday, weekends)
    return span + max(end - start, NOTHING)


def reminder_times(deadline: datetime, allowed: timedelta, *, weekends: tzinfo | None) -> dict[int, datetime]:
    """When to remind, by the percentage of `allowed` (a turn's time and the bank) used up by then.

    Calculated back from the deadline: if it moves, the reminders move with it.
    """
    return {part: earlier(deadline, allowed * (100 - part) / 100, weekends=weekends) for part in REMINDERS}


# Moments are in UTC, and the zone only tells which day it is: Python subtracts two moments of the same zone by their
# wall-clock times, even if the clocks were changed in between.


def _monday(moment: datetime, zone: tzinfo) -> datetime:
    """The midnight at the start of the week of `moment`."""
    return _midnight(moment, zone, days=-moment.astimezone(zone).weekday())


def _midnight(moment: datetime, zone: tzinfo, *, days: int) -> datetime:
    """The midnight this many days from the one at the start of the day of `moment`."""
    day = moment.astimezone(zone).date() + timedelta(days=days)
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _last_monday(moment: datetime, zone: tzinfo) -> datetime:
    """The last Monday midnight strictly before `moment`."""
    return _monday(moment - timedelta.resolution, zone)


def _next_saturday(moment: datetime, zone: tzinfo) -> datetime:
    """The midnight at the start of the weekend in the week of `moment`."""
    return _midnight(_monday(moment, zone), zone, days=SATURDAY)


def _after_weekend(moment: datetime, zone: tzinfo) -> datetime:
    """The moment itself or, if it is on a weekend, the end of that weekend."""
    is_weekend = moment.astimezone(zone).weekday() >= SATURDAY
    return _midnight(_monday(moment, zone), zone, days=7) if is_weekend else moment

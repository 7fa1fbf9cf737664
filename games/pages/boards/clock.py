"""Clocks in words: the time someone has left, for people with and without scripts, sight or patience."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from common.sentences import gettext as _
from common.times import moment_in_words, span_in_words
from games.models import Match, Seat
from games.paces import NOTHING, PACES, Pace, earlier

URGENT = timedelta(minutes=10)
"""With this much left or less, clocks show seconds, as in `static/js/clock.js`."""

SHORT = 0.2
"""Fraction of a turn's time below which the clock warns."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The running clock of a match: scripts count down to `deadline`, starting from the same `words`.

    First the time of the turn runs, then the bank: `spare` is its part of the time that is `left`, and `bank` what it
    holds, in words; "" if there is none.
    """

    deadline: datetime
    left: timedelta
    spare: timedelta
    bank: str
    short: timedelta
    """Time left at which the clock starts to warn."""
    is_short: bool
    away_until: datetime | None

    @property
    def words(self) -> str:
        """The text that the clock shows first: the time left of the turn or, once it is over, of the bank."""
        return time_left(self.left if self.runs_on_the_bank else self.left - self.spare)

    @property
    def runs_on_the_bank(self) -> bool:
        """Whether the time of the turn is over."""
        return NOTHING < self.spare >= self.left

    @property
    def spare_seconds(self) -> int:
        """The bank's part of the time left, in seconds, for scripts."""
        return int(self.spare.total_seconds())

    @property
    def seconds(self) -> int:
        """The time left until the deadline, in seconds, for scripts."""
        return max(0, int(self.left.total_seconds()))

    @property
    def short_seconds(self) -> int:
        """The time left at which to warn, in seconds, for scripts."""
        return int(self.short.total_seconds())

    @property
    def moment(self) -> str:
        """The deadline, machine-readable."""
        return self.deadline.isoformat(timespec="seconds")

    @property
    def until(self) -> str:
        """The deadline, for people to read."""
        return moment_in_words(self.deadline, "SHORT_DATETIME_FORMAT")


def clock_of(match: Match, seat: Seat | None) -> Clock | None:
    """The running clock of `match`, or None."""
    if match.deadline is None or seat is None or seat.user is None:
        return None
    now = timezone.now()
    left, short = match.deadline - now, PACES[match.pace].turn * SHORT
    # A choice to take the win has the time of a turn and no bank.
    bank = NOTHING if match.waits_for_claim else seat.bank
    spare = match.deadline - earlier(match.deadline, bank, weekends=match.weekends_of(seat))
    in_words = time_left(bank) if bank else ""
    return Clock(match.deadline, left, spare, in_words, short, left < short, away_until(match, seat, now))


def away_until(match: Match, seat: Seat, now: datetime) -> datetime | None:
    """The moment until which a seat's clock is paused because its player is on vacation; None if it is not paused."""
    if seat.user is None or seat.stand_in_id is not None or not PACES[match.pace].is_slow:
        return None
    return seat.user.away_until if seat.user.is_away(now) else None


def bank_in_words(match: Match, seat: Seat) -> str:
    """The time a player has left in the bank, beyond the time for each turn; "" if there is no time limit."""
    is_person = seat.decider is not None and not seat.decider.is_computer
    if match.status != Match.Status.RUNNING or not PACES[match.pace].has_clock or not is_person:
        return ""
    return time_left(seat.bank)


def time_left(span: timedelta) -> str:
    """The text of a clock: minutes and seconds when it is urgent (`9:05`), otherwise the span in words."""
    if span > URGENT:
        return span_in_words(span)
    minutes, seconds = divmod(int(max(span, timedelta()).total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def pace_in_words(match: Match) -> str:
    """The pace of a match with its figures, for the tooltip of its name."""
    pace = PACES[match.pace]
    if not pace.has_clock:
        return _("No time limit.")
    weekends = _("Saturdays and Sundays are off, in each player’s own time zone.") if match.weekends_off else ""
    return f"{figures(pace)} {weekends}".rstrip()


def figures(pace: Pace) -> str:
    """The figures of a pace with a clock, in words."""
    return _("%(turn)s per turn, plus %(bank)s for the whole game.") % {
        "turn": span_in_words(pace.turn),
        "bank": span_in_words(pace.bank),
    }

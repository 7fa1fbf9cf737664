"""Clocks in words: how much time somebody has, for people with and without scripts, eyes and patience."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Seat
from games.paces import PACES, Pace

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

URGENT = timedelta(minutes=10)
"""With so much left or less, clocks show every second, as `static/js/clock.js` does."""

SHORT = 0.2
"""Of a turn's time: with less than this left the clock warns."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The running clock of a match: scripts count down to `deadline`, and begin with the same `words`."""

    deadline: datetime
    left: timedelta
    short: timedelta
    """With less than this left it warns."""
    is_short: bool
    away_until: datetime | None

    @property
    def words(self) -> str:
        """What it shows at first."""
        return time_left(self.left)

    @property
    def seconds(self) -> int:
        """Of how much time left `words` speak, for scripts."""
        return max(0, int(self.left.total_seconds()))

    @property
    def short_seconds(self) -> int:
        """When it warns, for scripts."""
        return int(self.short.total_seconds())

    @property
    def moment(self) -> str:
        """The deadline for machines."""
        return self.deadline.isoformat(timespec="seconds")

    @property
    def until(self) -> str:
        """The deadline for people."""
        return moment_in_words(self.deadline, "SHORT_DATETIME_FORMAT")


def clock_of(match: Match, awaited: Seat | None) -> Clock | None:
    """The clock that runs in `match`, None when none does."""
    if match.deadline is None or awaited is None or awaited.user is None:
        return None
    now = timezone.now()
    pace = PACES[match.pace]
    left, short = match.deadline - now, pace.turn * SHORT
    return Clock(match.deadline, left, short, left < short, away_until(match, awaited, now))


def away_until(match: Match, seat: Seat, now: datetime) -> datetime | None:
    """Until when the clock of a seat stands still as its player is on vacation; None where it does not."""
    if seat.user is None or seat.stand_in_id is not None or not PACES[match.pace].is_slow:
        return None
    return seat.user.away_until if seat.user.is_away(now) else None


def bank_in_words(match: Match, seat: Seat) -> str:
    """What a player has left beyond the time of each turn; "" where no time runs out."""
    is_person = seat.decider is not None and not seat.decider.is_computer
    if match.status != Match.Status.RUNNING or not PACES[match.pace].has_clock or not is_person:
        return ""
    return time_left(seat.bank)


def time_left(span: timedelta) -> str:
    """What a clock shows: minutes and seconds when it is urgent (`9:05`), otherwise the span in words."""
    if span > URGENT:
        return span_in_words(span)
    minutes, seconds = divmod(int(max(span, timedelta()).total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def moment_in_words(moment: datetime, form: str) -> str:
    """A moment by the reader's clock, in a form of `machupicchu/formats/`; unknown, it is UTC and says so."""
    words = date_format(localtime(moment), form)
    return words if get_current_timezone_name() != "UTC" else _("%(moment)s UTC") % {"moment": words}


def span_in_words(span: timedelta) -> str:
    """A stretch of time in its two largest units: 2 days 3 hours, 14 minutes, less than a minute."""
    minutes = max(span, timedelta()) // MINUTE
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    words = [
        ngettext("%(count)s day", "%(count)s days", days) % {"count": days} if days else "",
        ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours} if hours else "",
        ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes} if minutes else "",
    ]
    return " ".join([word for word in words if word][:2]) or _("less than a minute")


def pace_in_words(match: Match) -> str:
    """The pace of a match with its figures, for whoever points at its name."""
    pace = PACES[match.pace]
    if not pace.has_clock:
        return _("Nobody’s time runs.")
    weekends = _("Weekends are off (by UTC).") if match.weekends_off else ""
    return f"{figures(pace)} {weekends}".rstrip()


def figures(pace: Pace) -> str:
    """What a pace with a clock means."""
    return _("%(turn)s for each turn, and %(bank)s more for the whole game.") % {
        "turn": span_in_words(pace.turn),
        "bank": span_in_words(pace.bank),
    }

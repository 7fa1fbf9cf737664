"""A reader's progress with a deal."""

from __future__ import annotations

from dataclasses import dataclass

from daily.models import Deal, Try
from daily.selectors import Result, result_of
from games.models import Match, Seat
from games.models.match import CALLED_OFF


@dataclass(frozen=True, slots=True)
class Progress:
    """The reader's progress; `state` is new, used, running, late, called_off, left, won, drawn or lost.

    `late`: the day was over before the game. `used`: someone else has played the deal in this browser.
    """

    state: str
    match: Match | None = None
    seat: Seat | None = None
    result: Result | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the reader's own game is over."""
        return self.seat is not None


def progress_of(deal: Deal | None, own: Try | None, *, is_used: bool) -> Progress:
    """The progress of a reader with the try `own`."""
    if deal is None or own is None:
        return Progress("used" if is_used else "new")
    match = own.match
    if match.finished_at is None:
        return Progress("late" if deal.is_over else "running", match)
    if match.finished_at >= deal.ends_at and match.reason != CALLED_OFF:
        return Progress("late", match)
    seats = list(match.seats.all())
    seat = next(seat for seat in seats if seat.number == deal.seat)
    result = result_of(seat, seats)
    return Progress(result.ending, match, seat, result)

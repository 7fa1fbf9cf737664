"""The essence of a position (PRI 3 to 9): where everything is, not how it got there."""

from __future__ import annotations

from typing import Any

from games.engine.essence import Essence, from_first

from .data import BEGINNERS_DAYS_SHORTER, FIRST_DAY
from .state import SeatView, Step, View

_A_DAY = 1000
"""More than the turns of all seats on one day."""


def progress(view: View) -> int:
    """1000 for each day that has passed, plus 1 for each turn today; 0 while the first Incas are set up."""
    days = view.day - FIRST_DAY[len(view.seats)] - BEGINNERS_DAYS_SHORTER * view.is_beginner
    return days * _A_DAY + sum(seat.turns for seat in view.seats)


def essence(view: View) -> Essence:
    """The essence of a position, with the seat to move first.

    The order in which moon tiles were taken counts only while the latest one is being settled. It does not count who
    put which cards back under the deck, nor, once everyone has settled, whether the start was the beginner's.
    """
    first = view.active if view.to_move is None else view.to_move
    seats = from_first(view.seats, first)
    return Essence(
        (
            len(seats),
            view.is_beginner and view.step is Step.SETTLE,
            view.day,
            view.bonuses,
            view.stones,
            view.market,
            view.rows,
            view.deck,
            (view.active - first) % len(seats),
            None if view.sun is None else (view.sun - first) % len(seats),
            view.to_move is None,
            view.step,
            view.summit,
            view.trade,
            tuple(_of_seat(seat, view.step) for seat in seats),
        ),
        first=first,
    )


def _of_seat(seat: SeatView, step: Step) -> Any:
    return (
        seat.goods,
        seat.incas,
        seat.supply,
        seat.sundial,
        seat.priests,
        seat.hand_size,
        seat.cards,
        seat.missing,
        seat.scout,
        seat.prince,
        sorted(seat.tiles),
        seat.tiles[-1:] if step is Step.MOON_TILE else (),
        seat.turns,
        seat.due,
    )

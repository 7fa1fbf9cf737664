"""The end of the game: the value of the priests, points and ranks (MAC 7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Outcome, Part

from .data import END_OF_SKY, FULL_DEPOT
from .state import Priest, Seat, SeatView, State


def own_priests(seat: Seat | SeatView) -> tuple[int, ...]:
    """The two priests that score for a seat, the larger first. For a view, only if they are not hidden."""
    assert seat.pair is not None, "these priests are hidden"
    return tuple(map(int, seat.pair))


def outcome(state: State) -> Outcome | None:
    """The result; None while the game is running."""
    if state.decision is not None:
        return None
    parts = tuple(_parts(seat, state.priests) for seat in state.seats)
    points = tuple(sum(part.points for part in of_seat) for of_seat in parts)
    ranks = ranks_of([[part.points for part in of_seat] for of_seat in parts])
    reason = FULL_DEPOT if any(priest.is_full for priest in state.priests) else END_OF_SKY
    return Outcome(points, ranks, reason, parts)


def ranks_of(worth: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """The ranks by the worth of each seat's two priests: the better one breaks ties (MAC 7)."""
    standing = [(sum(values), max(values)) for values in worth]
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def _parts(seat: Seat, priests: tuple[Priest, ...]) -> tuple[Part, ...]:
    """For each of the two priests, the number of stones in its depot, and their total value."""
    return tuple(
        Part(f"priest_{number}", len(priests[number - 1].depot), priests[number - 1].value)
        for number in own_priests(seat)
    )

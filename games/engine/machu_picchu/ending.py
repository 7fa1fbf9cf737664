"""The end of the game: the value of the priests, points and ranks (MAC 7)."""

from __future__ import annotations

from games.engine.contract import Outcome, Part

from .data import END_OF_SKY, FULL_DEPOT
from .state import Priest, Seat, SeatView, State


def own_priests(seat: Seat | SeatView) -> tuple[int, ...]:
    """The two priests that score for a seat, the larger first. Of a view only where they are not hidden."""
    assert seat.pair is not None, "these priests are hidden"
    return tuple(map(int, seat.pair))


def outcome(state: State) -> Outcome | None:
    """The result, None while the game runs."""
    if state.decision is not None:
        return None
    parts = tuple(_parts(seat, state.priests) for seat in state.seats)
    points = tuple(sum(part.points for part in of_seat) for of_seat in parts)
    # MAC 7: equal points are parted by the value of the better priest.
    standing = [(total, max(part.points for part in of_seat)) for total, of_seat in zip(points, parts, strict=True)]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    reason = FULL_DEPOT if any(priest.is_full for priest in state.priests) else END_OF_SKY
    return Outcome(points, ranks, reason, parts)


def _parts(seat: Seat, priests: tuple[Priest, ...]) -> tuple[Part, ...]:
    """For each of the two priests how many stones lie in its depot, and what they are worth together."""
    return tuple(
        Part(f"priest_{number}", len(priests[number - 1].depot), priests[number - 1].value)
        for number in own_priests(seat)
    )

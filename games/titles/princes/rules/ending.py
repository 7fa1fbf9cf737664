"""The end of the game: rescue or conquest, points and ranks (PRI 9.4)."""

from __future__ import annotations

from games.engine.contract import Outcome, Part

from .data import END_BY_CARDS, END_BY_CONQUEST, END_BY_PRIESTS
from .scoring import breakdown, gold, multipliers, units
from .state import State, Step


def reason(state: State) -> str:
    """Why a finished game ended."""
    if not any(state.rows):
        return END_BY_PRIESTS
    return END_BY_CONQUEST if state.deck else END_BY_CARDS


def outcome(state: State) -> Outcome | None:
    """The result; None while the game is running."""
    if state.step is not Step.OVER:
        return None
    why = reason(state)
    parts = tuple(breakdown(seat) for seat in state.seats)
    if why == END_BY_CONQUEST:
        parts = _conquered(state, parts)
    points = tuple(sum(part.points for part in of_seat) for of_seat in parts)
    # PRI 9.4: units of goods break ties.
    standing = [(total, units(seat)) for total, seat in zip(points, state.seats, strict=True)]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Outcome(points, ranks, why, parts)


def _conquered(state: State, parts: tuple[tuple[Part, ...], ...]) -> tuple[tuple[Part, ...], ...]:
    """The parts of each seat's points, plus one for the points that the gold multiplier adds."""
    amounts = [gold(seat) for seat in state.seats]
    return tuple(
        (*of_seat, Part("gold", amount, (factor - 1) * sum(part.points for part in of_seat)))
        for of_seat, amount, factor in zip(parts, amounts, multipliers(amounts), strict=True)
    )

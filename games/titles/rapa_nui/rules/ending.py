"""The end of the game: the value of the sacrifice cards, points and ranks (RAP 6)."""

from __future__ import annotations

from games.engine.contract import Outcome, Part

from .cards import CARD_INDEX, HUNTERS, MOAI, WORDS, Counts, added
from .data import BEST_VALUE, END_OF_DECK, MOAI_POINTS, WOOD_FOR_A_POINT
from .state import Seat, SeatView, State, Step

_MOAI = CARD_INDEX[MOAI]


def values(counts: Counts) -> Counts:
    """The value of a card of each type, given the number of each on the stone (RAP 6.2).

    The most sacrificed type is worth 3, and every other type 1 less for each different higher number. If the stone has
    no cards at all, every type is worth nothing.
    """
    if not any(counts):
        return tuple(0 for _ in counts)
    higher = sorted(set(counts), reverse=True)
    return tuple(BEST_VALUE - higher.index(count) for count in counts)


def whole_stone(state: State) -> Counts:
    """The number of cards of each type on the stone, face up and face down together."""
    return added(state.stone, *(seat.face_down for seat in state.seats))


def breakdown(seat: Seat | SeatView, worth: Counts) -> tuple[Part, ...]:
    """The parts of a seat's points (RAP 6.1), given the worth of a sacrifice card of each type.

    For a view, only if nothing of the seat is hidden.
    """
    assert seat.sacrifices is not None, "these points are hidden"
    moai = seat.table[_MOAI]
    return (
        Part("glory", seat.glory, seat.glory),
        Part(WORDS[MOAI], moai, moai * MOAI_POINTS),
        Part("wood", seat.wood, seat.wood // WOOD_FOR_A_POINT),
        *(
            Part(WORDS[letter], count, count * value)
            for letter, count, value in zip(HUNTERS, seat.sacrifices, worth, strict=True)
        ),
    )


def outcome(state: State) -> Outcome | None:
    """The result; None while the game is running."""
    if state.step is not Step.OVER:
        return None
    worth = values(whole_stone(state))
    parts = tuple(breakdown(seat, worth) for seat in state.seats)
    points = tuple(sum(part.points for part in of_seat) for of_seat in parts)
    # RAP 6.2: ties are broken by the Moai on the table, then by the wood.
    standing = [(total, seat.table[_MOAI], seat.wood) for total, seat in zip(points, state.seats, strict=True)]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Outcome(points, ranks, END_OF_DECK, parts)

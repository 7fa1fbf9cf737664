"""The knowledge of a seat with perfect memory: its view, and everything that the log implies (RAP 7).

Start sets are known by their colour, every other card of a hand was taken from the open columns, and every gain of
sacrifice cards and every face-up offering was seen. Only one thing about the other seats stays hidden: which of their
sacrifice cards are face down on the stone. They are among those that the seat owned when it laid one there and has not
shown since.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .cards import NONE_OF_FOUR, Counts, added
from .state import Seat, SeatView, State, View
from .view import view


@dataclass(frozen=True, slots=True)
class RecalledSeat(SeatView):
    """A seat with sacrifice cards face down on the stone, as others recall it."""

    owned: Counts
    """Its sacrifice cards, including those face down on the stone."""
    at_most: tuple[Counts, ...]
    """The cards that can be face down: see `Seat.at_most`."""


def recall(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know after following the game from its start with perfect memory."""
    seen = view(state, seat)
    pairs = zip(state.seats, seen.seats, strict=True)
    return replace(seen, seats=tuple(_recalled(owner, known) for owner, known in pairs))


def _recalled(owner: Seat, known: SeatView) -> SeatView:
    if known.hand is not None:
        return known
    if not known.face_down_count:
        return replace(known, hand=owner.hand, sacrifices=owner.sacrifices, face_down=NONE_OF_FOUR)
    owned = added(owner.sacrifices, owner.face_down)
    return RecalledSeat(
        color=known.color,
        wood=known.wood,
        glory=known.glory,
        table=known.table,
        hand_size=known.hand_size,
        hand=owner.hand,
        sacrifice_count=known.sacrifice_count,
        sacrifices=None,
        face_down_count=known.face_down_count,
        face_down=None,
        owned=owned,
        at_most=owner.at_most,
    )

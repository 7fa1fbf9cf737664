"""Step 1 of a turn: buy one sacrifice card, or none (RAP 3.1)."""

from __future__ import annotations

from games.engine.copies import changed as replace

from .cards import FIRST_HUNTER, HUNTERS, TYPE_INDEX, Counts, changed
from .data import BUY_DISCOUNT, BUY_PRICE
from .state import Buy, Seat, SeatView, State

BUYS = tuple(Buy(letter) for letter in HUNTERS)


def price(seat: Seat | SeatView, kind: int) -> int:
    """The wood that a sacrifice card of a type costs: each own hunter of that type on the table makes it cheaper."""
    return max(0, BUY_PRICE - BUY_DISCOUNT * seat.table[FIRST_HUNTER + kind])


def affordable(seat: Seat | SeatView, supply: Counts) -> tuple[bool, ...]:
    """For each type, whether there is a card left that the seat can pay."""
    return tuple(left > 0 and price(seat, kind) <= seat.wood for kind, left in enumerate(supply))


def bought(state: State, action: Buy) -> State:
    """The position after a purchase."""
    kind = TYPE_INDEX[action.type]
    buyer = state.seats[state.active]
    buyer = replace(buyer, wood=buyer.wood - price(buyer, kind), sacrifices=changed(buyer.sacrifices, kind, +1))
    return replace(
        state,
        seats=state.with_seat(state.active, buyer),
        supply=changed(state.supply, kind, -1),
        bought=action.type,
    )

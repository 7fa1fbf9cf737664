"""Step 1 of a turn: buy one sacrifice card, or none (RAP 3.1)."""

from __future__ import annotations

from games.engine.copies import copier

from .cards import FIRST_HUNTER, HUNTERS, TYPE_INDEX, Counts, shifted
from .data import BUY_DISCOUNT, BUY_PRICE, DECK
from .state import Buy, Seat, SeatView, State

BUYS = tuple(Buy(letter) for letter in HUNTERS)
"""All purchases, in the order of the types (RAP 3.1)."""

PRICES = tuple(max(0, BUY_PRICE - BUY_DISCOUNT * hunters) for hunters in range(len(DECK)))
"""The price of a sacrifice card in wood, by the number of hunters of its type on the buyer's own table."""

_buyer = copier(Seat, "wood", "sacrifices")
_bought = copier(State, "seats", "supply", "bought")


def price(seat: Seat | SeatView, kind: int) -> int:
    """The price of a sacrifice card in wood: each hunter of its type on the seat's own table makes it cheaper."""
    return PRICES[seat.table[FIRST_HUNTER + kind]]


def affordable(seat: Seat | SeatView, supply: Counts) -> tuple[bool, ...]:
    """For each type, whether a card is left that the seat can pay for."""
    hunters, wood = seat.table[FIRST_HUNTER:], seat.wood
    return tuple([left > 0 and PRICES[count] <= wood for left, count in zip(supply, hunters, strict=True)])


def after_buying(state: State, action: Buy) -> State:
    """The position after a purchase."""
    kind = TYPE_INDEX[action.type]
    buyer = state.seats[state.active]
    buyer = _buyer(buyer, buyer.wood - price(buyer, kind), shifted(buyer.sacrifices, kind, +1))
    return _bought(state, state.with_seat(state.active, buyer), shifted(state.supply, kind, -1), action.type)

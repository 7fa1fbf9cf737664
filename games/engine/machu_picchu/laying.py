"""Laying cards: each on a free stair, followed by a new card from the stock (MAC 6.2)."""

from __future__ import annotations

from functools import lru_cache

from .data import CARDS_FROM_THE_STOCK, NUMBERS
from .precinct import STAIRS
from .state import Laid, Lay, Seat, State

LAYS = {number: {stair: Lay(number, stair) for stair in STAIRS} for number in NUMBERS}
"""Every card on every stair."""


def layer(state: State) -> int:
    """The seat that lays the next card: the start player first, then clockwise; with two seats each lays twice."""
    covered = len(STAIRS) - state.stairs.count(None)
    return (state.start_player + covered) % len(state.seats)


@lru_cache(maxsize=4096)
def lays(hand: tuple[int, ...], free: str) -> tuple[Lay, ...]:
    """Every card of a hand on every stair named in `free`."""
    return tuple([LAYS[number][stair] for number in hand for stair in free])


def choices(state: State) -> tuple[Lay, ...]:
    """Every card of the hand on every free stair."""
    free = "".join([stair for stair, card in zip(STAIRS, state.stairs, strict=True) if card is None])
    return lays(state.seats[layer(state)].hand, free)


def laid(state: State, action: Lay) -> State:
    """The position after a card was laid and another one drawn; with three seats the stock covers the last stair."""
    index = layer(state)
    seat, stock = state.seats[index], state.stock
    kept = [number for number in seat.hand if number != action.number]
    hand = tuple(sorted([*kept, *stock[:1]]))
    stock = stock[1:]
    stairs = list(state.stairs)
    stairs[STAIRS.index(action.stair)] = Laid(action.number, index)
    # MAC 6.2: three players leave one stair to the stock.
    if stairs.count(None) == CARDS_FROM_THE_STOCK[len(state.seats)]:
        while None in stairs:
            stairs[stairs.index(None)] = Laid(stock[0], None)
            stock = stock[1:]
    seats = (*state.seats[:index], Seat(seat.pair, hand), *state.seats[index + 1 :])
    return State(seats, state.priests, tuple(stairs), stock, state.sky, state.round, state.last)

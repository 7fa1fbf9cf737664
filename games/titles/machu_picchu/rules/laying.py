"""Laying cards: each goes on a free stair, and a new one is drawn from the stock (MAC 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, product

from games.engine.copies import copier, maker

from .data import CARDS_FROM_THE_STOCK, NUMBERS, SEATS
from .precinct import STAIRS
from .state import Laid, Lay, Seat, State

LAYS = {number: {stair: Lay(number, stair) for stair in STAIRS} for number in NUMBERS}
"""Every `Lay` action, by card number and stair."""
LAID = {number: {seat: Laid(number, seat) for seat in (None, *range(SEATS[-1]))} for number in NUMBERS}
"""Every `Laid` card, by number and the seat that laid it (None: the stock)."""
_FREE = {free: "".join(compress(STAIRS, free)) for free in product((False, True), repeat=len(STAIRS))}
"""The names of the free stairs, by whether each stair is free."""
_ON = {
    free: {number: tuple([of_card[stair] for stair in free]) for number, of_card in LAYS.items()}
    for free in _FREE.values()
}
"""The legal lays of a card, by the free stairs and the card."""

_new_seat = maker(Seat)
_laid = copier(State, "seats", "stairs", "stock")


def layer(state: State) -> int:
    """The seat that lays the next card: the start player first, then clockwise; with two seats each lays twice."""
    covered = len(STAIRS) - state.stairs.count(None)
    return (state.round - 1 + covered) % len(state.seats)


def lays(hand: Sequence[int], free: str) -> tuple[Lay, ...]:
    """The lays of every card in `hand` on every stair in `free`."""
    of_card = _ON[free]
    legal: tuple[Lay, ...] = ()
    for number in hand:
        legal += of_card[number]
    return legal


def choices(state: State) -> tuple[Lay, ...]:
    """The legal lays: every card of the hand on every free stair."""
    north, east, south, west = state.stairs
    free = _FREE[north is None, east is None, south is None, west is None]
    return lays(state.seats[layer(state)].hand, free)


def after_laying(state: State, action: Lay) -> State:
    """The position after a card is laid and another one drawn; with three seats the stock covers the last stair."""
    index = layer(state)
    seats, stock = list(state.seats), state.stock
    hand = list(seats[index].hand)
    hand.remove(action.number)
    if stock:
        hand.append(stock[0])
        hand.sort()
        stock = stock[1:]
    stairs = list(state.stairs)
    stairs[STAIRS.index(action.stair)] = LAID[action.number][index]
    # MAC 6.2: three players leave one stair to the stock.
    if stairs.count(None) == CARDS_FROM_THE_STOCK[len(seats)]:
        while None in stairs:
            stairs[stairs.index(None)] = LAID[stock[0]][None]
            stock = stock[1:]
    seats[index] = _new_seat(seats[index].pair, tuple(hand))
    return _laid(state, tuple(seats), tuple(stairs), stock)

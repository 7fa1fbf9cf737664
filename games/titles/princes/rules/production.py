"""The five production districts (PRI 5.1)."""

from __future__ import annotations

from games.engine.copies import replace

from .actions import Action, Produce
from .data import CORN_FOR_A_GOOD, CORN_OF_A_FARMER, INCAS, UNIT
from .districts import PRODUCTION_INDEX
from .goods import CORN_INDEX, shifted
from .state import Seat, SeatView, State, Step, clockwise, clockwise_after

PRODUCES = tuple(Produce(number) for number in range(max(INCAS.values()) + 1))
_MENUS: tuple[tuple[Action, ...], ...] = tuple(PRODUCES[: most + 1] for most in range(len(PRODUCES)))


def visited(state: State) -> State:
    """Give the visitor the bonus; then let farmers produce for free, or ask the seats to pay. No-op without a bonus."""
    good = PRODUCTION_INDEX[state.place]
    units = state.bonuses[good]
    if not units:
        return state
    visitor = state.seats[state.active]
    seats = state.with_seat(state.active, replace(visitor, goods=shifted(visitor.goods, good, units * UNIT[good])))
    bonuses = shifted(state.bonuses, good, -units)
    if good == CORN_INDEX:
        seats = tuple(
            replace(seat, goods=shifted(seat.goods, good, CORN_OF_A_FARMER * seat.incas[good]))
            if seat.incas[good]
            else seat
            for seat in seats
        )
        return replace(state, seats=seats, bonuses=bonuses)
    return _ask(replace(state, seats=seats, bonuses=bonuses), good, clockwise(state.active, len(seats)))


def most(seat: Seat | SeatView, good: int) -> int:
    """The most Incas a seat can let produce."""
    return min(seat.incas[good], seat.goods[CORN_INDEX] // CORN_FOR_A_GOOD)


def choices(state: State) -> tuple[Action, ...]:
    """None, or any number of the seat's Incas there that it can pay for."""
    return _MENUS[most(state.seats[state.asked], PRODUCTION_INDEX[state.place])]


def after_production(state: State, action: Produce) -> State:
    """The position after a seat has let some Incas produce."""
    good = PRODUCTION_INDEX[state.place]
    seat = state.seats[state.asked]
    goods = shifted(shifted(seat.goods, CORN_INDEX, -CORN_FOR_A_GOOD * action.number), good, action.number)
    after = replace(state, seats=state.with_seat(state.asked, replace(seat, goods=goods)), step=Step.TURN_OVER)
    return _ask(after, good, clockwise_after(state.asked, state.active, len(state.seats)))


def _ask(state: State, good: int, seats: tuple[int, ...]) -> State:
    """Ask the first of these seats that can let an Inca produce; if none can, the turn is over."""
    for seat in seats:
        if most(state.seats[seat], good):
            return replace(state, step=Step.PRODUCTION, asked=seat)
    return state

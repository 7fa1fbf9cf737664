"""The four temples: stones for the visitor, then sacrifices by everyone (PRI 5.2, 5.3)."""

from __future__ import annotations

from games.engine.copies import replace

from . import trail
from .actions import Action, Sacrifice
from .cards import PRIEST_INDEX
from .data import PRIEST_COUNTS, PRIEST_STEPS, STONE_STEPS
from .districts import CONDOR_TEMPLE, MAIN_TEMPLE, PUMA_TEMPLE, SUN_TEMPLE, TEMPLE_INDEX
from .goods import LLAMA_INDEX, Counts, shifted
from .main_temple import ask as ask_for_offers
from .state import Seat, SeatView, State, Step, clockwise, clockwise_after

SACRIFICES = tuple(Sacrifice(number) for number in range(max(PRIEST_COUNTS) + 1))
_MENUS: tuple[tuple[Action, ...], ...] = tuple(SACRIFICES[: most + 1] for most in range(len(SACRIFICES)))

KIND_OF = {
    CONDOR_TEMPLE: PRIEST_INDEX["condor"],
    PUMA_TEMPLE: PRIEST_INDEX["puma"],
    SUN_TEMPLE: PRIEST_INDEX["virgin"],
}
"""The priests who sacrifice in each temple, except the Main Temple."""


def visited(state: State) -> State:
    """Give the visitor all stones and their steps; then ask for sacrifices. No-op without a stone."""
    temple = TEMPLE_INDEX[state.place]
    stones = state.stones[temple]
    if not stones:
        return state
    after = replace(state, stones=shifted(state.stones, temple, -stones), step=Step.STONES)
    after = trail.walk(after, state.active, STONE_STEPS * stones)
    return after if after.summit else after_stones(after)


def after_stones(state: State) -> State:
    """Ask for sacrifices, the active seat first."""
    return _ask(state, clockwise(state.active, len(state.seats)))


def steps(rows: Counts, kind: int) -> int:
    """The lowest visible number of a row: the steps each llama is worth; 0 until a tile of the row is taken."""
    gone = PRIEST_COUNTS[kind] - rows[kind]
    return PRIEST_STEPS[kind][gone - 1] if gone else 0


def most(seat: Seat | SeatView, kind: int) -> int:
    """How many llamas a seat can sacrifice: at most one for each priest."""
    return min(seat.priests[kind], seat.goods[LLAMA_INDEX])


def choices(state: State) -> tuple[Action, ...]:
    """None, or any number of the seat's llamas, up to one for each of its priests of this temple."""
    return _MENUS[most(state.seats[state.asked], KIND_OF[state.place])]


def after_sacrifice(state: State, action: Sacrifice) -> State:
    """The position after a seat has sacrificed llamas and walked."""
    seat = state.seats[state.asked]
    seat = replace(seat, goods=shifted(seat.goods, LLAMA_INDEX, -action.number))
    after = replace(state, seats=state.with_seat(state.asked, seat))
    after = trail.walk(after, state.asked, action.number * steps(state.rows, KIND_OF[state.place]))
    return after if after.summit else ask_next(after)


def ask_next(state: State) -> State:
    """Ask the seats after the one just asked."""
    return _ask(state, clockwise_after(state.asked, state.active, len(state.seats)))


def _ask(state: State, seats: tuple[int, ...]) -> State:
    """Ask the first of these seats that can sacrifice; if none can, the turn is over."""
    if state.place == MAIN_TEMPLE:
        return ask_for_offers(state, seats)
    kind = KIND_OF[state.place]
    for seat in seats:
        if most(state.seats[seat], kind):
            return replace(state, step=Step.SACRIFICE, asked=seat)
    return replace(state, step=Step.TURN_OVER)

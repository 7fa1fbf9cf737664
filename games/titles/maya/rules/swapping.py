"""A turn: swap, move the monolith and the raven, place ladders and priests (MAY 3 to 5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.copies import copier, replace

from .board import CENTRE, CUTS, PAIRS
from .data import LADDER_PLACES, LADDERS, PRIESTS
from .pieces import is_finished
from .state import TWO, Ladders, Monolith, Priests, State, Swap
from .swaps import bonds, bonds_after, newly_connected, swapped
from .turns import WHITE, begun, mover, position

MONOLITHS = tuple(Monolith(first, second, level) for first, second in PAIRS for level in CUTS)
"""Every `Monolith` action: each pair of neighbours with each level of the raven."""

_made = copier(
    State,
    "towers",
    "monolith",
    "raven",
    "ladders",
    "priests",
    "swaps",
    "seen",
    "announced",
    "bonus",
    "history",
    "bonds",
)


def after_monolith(state: State, action: Monolith) -> State:
    """The position after Black places the monolith and the raven: White's first turn."""
    return begun(replace(state, monolith=(action.first, action.second), raven=action.level))


def after_swapping(state: State, action: Swap) -> State:
    """The position after a swap, with its gains in the duel and with the announcement, if it has one."""
    seat, number = mover(state), state.swaps + 1
    monolith, level = (action.first, action.second), action.level
    towers = swapped(state.towers, action)
    now = position(state.seats, towers, monolith, level, number)
    ladders, priests, seen = state.ladders, state.priests, (*state.seen, now)
    is_bonus = False
    if connected := newly_connected(towers, action):
        # Connections are permanent: no position from before a new connection can ever occur again.
        seen = (now,)
        finished = [tower for tower in connected if is_finished(towers[tower - 1])]
        # MAY 5: the bonus is for completing the centre tower with the swap that announces the end.
        is_bonus = action.is_end and CENTRE in finished
        if state.seats == TWO:
            ladders = _with_ladders(ladders, connected, seat)
            priests = _with_priests(priests, finished, seat)
    announced = seat if action.is_end else None
    history = () if state.seats == TWO else (*state.history, (*monolith, level))
    connections = bonds_after(state.bonds or bonds(state.towers), action, connected)
    return _made(
        state, towers, monolith, level, ladders, priests, number, seen, announced, is_bonus, history, connections
    )


def ladders_left(ladders: Ladders, seat: int) -> int:
    """The number of ladders a seat has not placed yet."""
    return LADDERS - sum([of_tower[seat] for of_tower in ladders])


def priests_left(priests: Priests, seat: int) -> int:
    """The number of priests a seat has not placed yet."""
    return PRIESTS - priests.count(seat)


def _with_ladders(ladders: Ladders, connected: Sequence[int], seat: int) -> Ladders:
    """Place a ladder at each of the towers with a free place, the smaller number first, while the seat has any."""
    now = list(ladders)
    for tower in connected:
        white, black = now[tower - 1]
        if white + black < LADDER_PLACES[tower - 1] and ladders_left(tuple(now), seat):
            now[tower - 1] = (white + 1, black) if seat == WHITE else (white, black + 1)
    return tuple(now)


def _with_priests(priests: Priests, finished: Sequence[int], seat: int) -> Priests:
    """Place a priest on each of the towers, the smaller number first, while the seat has any."""
    now = list(priests)
    for tower in finished:
        if priests_left(tuple(now), seat):
            now[tower - 1] = seat
    return tuple(now)

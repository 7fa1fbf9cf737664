"""Turns: the seat to move, the decision it faces, and the end of the game (MAY 4.6, 4.8 and 5)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.copies import copier

from .data import ANNOUNCED, MOST_QUIET_SWAPS, MOST_REPEATS, NO_PROGRESS, NO_SWAP, REPETITION
from .pieces import Towers
from .state import TWO, Decision, State, Swap
from .swaps import bonds, swaps_between

WHITE, BLACK = 0, 1

_begun = copier(State, "seen")


def raven_in_force(state: State) -> int | None:
    """The level that may not be cut: with three and four seats the raven is only an ornament (MAY 5)."""
    return state.raven if state.seats == TWO else None


def legal_swaps(state: State) -> tuple[Swap, ...]:
    """Every legal swap of a turn, computed once for each position."""
    if state.allowed is None:
        found = swaps_between(state.bonds or bonds(state.towers), state.monolith, raven_in_force(state))
        object.__setattr__(state, "allowed", found)
        return found
    return state.allowed


def mover(state: State) -> int:
    """The seat that decides while the game is running."""
    if state.seen:
        return state.swaps % state.seats
    return BLACK if state.is_built else sum(map(len, state.towers)) % state.seats


def reason(state: State) -> str | None:
    """Why the game is over, None while it is running; checked when a turn begins."""
    if state.announced is not None:
        return ANNOUNCED
    if not state.seen:
        return None
    if not legal_swaps(state):
        return NO_SWAP
    # There are too few positions for that many repeats or quiet swaps.
    if len(state.seen) < min(MOST_REPEATS, MOST_QUIET_SWAPS):
        return None
    if state.repeats >= MOST_REPEATS:
        return REPETITION
    return NO_PROGRESS if state.quiet_swaps >= MOST_QUIET_SWAPS else None


def decision(state: State) -> Decision | None:
    """The decision to make; None when the game is over."""
    if not state.seen:
        return Decision.MONOLITH if state.is_built else Decision.PLACE
    return None if reason(state) else Decision.SWAP


def first_turn(state: State) -> State:
    """The position once all towers stand; with two seats, Black first chooses where the monolith starts."""
    return state if state.seats == TWO else begun(state)


def begun(state: State) -> State:
    """The position at the start of the first turn."""
    return _begun(state, (position(state.seats, state.towers, state.monolith, state.raven, state.swaps),))


def position(seats: int, towers: Towers, monolith: tuple[int, int] | None, raven: int | None, swaps_made: int) -> str:
    """The text by which a repeated position is recognised: towers, monolith, raven with two seats, seat to move."""
    return "/".join(towers) + _beside(seats, monolith, raven, swaps_made % seats)


@lru_cache(maxsize=1024)
def _beside(seats: int, monolith: tuple[int, int] | None, raven: int | None, seat: int) -> str:
    """Everything in a position but the towers, as text."""
    between = f"{monolith[0]}-{monolith[1]}" if monolith else ""
    level = f"@{raven}" if seats == TWO else ""
    return f" {between}{level} {seat}"

"""A tiny game whose best play is known: leave a multiple of four."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random


@dataclass(frozen=True)
class Heap:
    """Nim with one heap: seats take one to three stones in turn, and the seat that takes the last one wins."""

    stones: int
    seat: int
    seats: int = 2


class Nim:
    """The part of the engine contract that a search uses; everything is open, so the view is the state."""

    def determinize(self, view: Heap, rng: Random) -> Heap:
        return view

    def to_move(self, state: Heap) -> int | None:
        return state.seat if state.stones else None

    def legal_actions(self, state: Heap) -> tuple[int, ...]:
        return tuple(range(1, min(3, state.stones) + 1))

    def apply(self, state: Heap, action: int) -> Heap:
        return replace(state, stones=state.stones - action, seat=(state.seat + 1) % state.seats)

    def shown(self, before: Heap, action: int, now: Heap, seat: int | None) -> str:
        return str(action)

    def evaluate(self, state: Heap) -> tuple[float, ...]:
        winner = None if state.stones else (state.seat - 1) % state.seats
        return tuple(float(seat == winner) for seat in range(state.seats))

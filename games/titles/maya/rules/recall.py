"""The knowledge of a seat with perfect memory: its view, and the swaps that were made."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .state import Cut, State, View
from .view import view


@dataclass(frozen=True, slots=True)
class RecalledView(View):
    """A view while task cards are hidden, with everything that hints at them."""

    history: tuple[Cut, ...]
    """The swaps in order, at least the last ones: see `State.history`."""


def recall(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know after following the game from its start with perfect memory."""
    seen = view(state, seat)
    if None not in seen.tasks:
        return seen
    return RecalledView(**{field.name: getattr(seen, field.name) for field in fields(View)}, history=state.history)

"""What a seat knows that has forgotten nothing: its view, and the swaps that were made."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .state import Cut, State, View
from .view import view


@dataclass(frozen=True, slots=True)
class RecalledView(View):
    """A view while task cards are hidden, with all that speaks of them."""

    history: tuple[Cut, ...]
    """The swaps in order, the last ones at least: see `State.history`."""


def recall(state: State, seat: int | None) -> View:
    """All that `seat` (None: a spectator) may know who has followed the game from its start and remembers it."""
    seen = view(state, seat)
    if None not in seen.tasks:
        return seen
    return RecalledView(**{field.name: getattr(seen, field.name) for field in fields(View)}, history=state.history)

"""Standing orders: answers that a seat gives in advance."""

from __future__ import annotations

from games.engine.contract import Orders

from .state import Action, View


def automatic(view: View, orders: Orders) -> Action | None:
    """Always None: Machu Picchu has no standing orders, because nobody decides out of turn."""
    return None

"""A full state imagined from what a seat knows."""

from __future__ import annotations

from random import Random

from .pieces import COLORS
from .state import TWO, State, View


def determinize(view: View, rng: Random) -> State:
    """One full state that the viewer cannot tell from the real one: the unseen task cards are dealt at random."""
    return State(
        seats=view.seats,
        towers=view.towers,
        deck="" if view.seats == TWO else _imagine_deck(view, rng),
        monolith=view.monolith,
        raven=view.raven,
        ladders=view.ladders,
        priests=view.priests,
        swaps=view.swaps,
        seen=view.seen,
        announced=view.announced,
        bonus=view.bonus,
    )


def _imagine_deck(view: View, rng: Random) -> str:
    """The known cards in their places; before they are dealt nobody knows one."""
    centre = view.centre_card or ""
    seen = centre + "".join(filter(None, view.tasks))
    unseen = [color for color in COLORS if color not in seen]
    rng.shuffle(unseen)
    if not centre:
        return "".join(unseen)
    hands = [known or unseen.pop() + unseen.pop() for known in view.tasks]
    return centre + "".join(hands) + "".join(unseen)

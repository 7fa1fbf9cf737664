"""Determinisation: sampling a full state that matches a view."""

from __future__ import annotations

from random import Random

from .inference import Hands, likely_hands
from .pieces import COLORS
from .recall import RecalledView
from .state import TWO, State, View


def determinize(view: View, rng: Random) -> State:
    """One full state that the viewer cannot tell from the real one: the unseen task cards are dealt at random.

    With a recalled view, the cards that the past swaps suggest are dealt more often.
    """
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
        history=view.history if isinstance(view, RecalledView) else (),
    )


def _imagine_deck(view: View, rng: Random) -> str:
    """A full deck with the known cards in their places; before the deal, none are known."""
    centre = view.centre_card or ""
    imagined = iter(_imagine_hands(view, rng) if centre else ())
    hands = [known or next(imagined) for known in view.tasks if centre]
    dealt = centre + "".join(hands)
    aside = [color for color in COLORS if color not in dealt]
    rng.shuffle(aside)
    return dealt + "".join(aside)


def _imagine_hands(view: View, rng: Random) -> Hands:
    """The task cards of each seat whose cards are hidden."""
    if isinstance(view, RecalledView):
        ways, chances = likely_hands(view)
        return rng.choices(ways, cum_weights=chances)[0]
    seen = (view.centre_card or "") + "".join(filter(None, view.tasks))
    unseen = [color for color in COLORS if color not in seen]
    rng.shuffle(unseen)
    return tuple(unseen.pop() + unseen.pop() for known in view.tasks if known is None)

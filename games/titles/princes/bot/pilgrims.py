"""Pilgrims: players of the Princes of Machu Picchu who all work together to rescue the city.

Like `games.ai.scripted_bots` they test the rules: in the short game for beginners, nobody who plays to win ever takes
the last priest or the last sacrifice card. Pilgrims add to the possessions of all seats, and look one turn ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from games.engine.contract import AnyGame
from games.titles.manifest import Policy
from games.titles.princes import rules as princes
from games.titles.princes.rules.data import SUMMIT
from games.titles.princes.rules.state import Decision, State

# The range of each wish, found by random trials that came close to a rescue.
_LEAST_AND_MOST = {
    "corn": (0.5, 0.9),
    "llama": (0.6, 0.95),
    "good": (1.4, 2.5),
    "inca": (3.2, 3.7),
    "priest": (2.0, 5.5),
    "on_the_sundial": (3.9, 5.7),
    "step": (0.28, 0.42),
    "card": (2.0, 4.0),
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """The value of each thing to a pilgrim; each further unit of a good is worth a little less."""

    corn: float
    llama: float
    good: float
    inca: float
    priest: float
    on_the_sundial: float
    step: float
    card: float

    def fulfilled(self, state: State) -> float:
        """The value of everything that all seats own together, minus that of the cards left in the deck."""
        total = -self.card * len(state.deck)
        for seat in state.seats:
            corn, llamas, *wares = seat.goods
            total += self.corn * sqrt(corn) + self.llama * sqrt(llamas) + self.good * sum(map(sqrt, wares))
            total += self.inca * sum(seat.incas) + self.on_the_sundial * seat.sundial
            total += self.priest * sum(seat.priests)
            total += self.step * (seat.scout + SUMMIT * len(seat.cards))
        return total


def pilgrim(rng: Random) -> Policy:
    """A pilgrim with random wishes; if it plays all seats, the whole table shares them."""
    wishes = Wishes(**{name: rng.uniform(*bounds) for name, bounds in _LEAST_AND_MOST.items()})

    def policy(game: AnyGame, state: Any, rng: Random) -> Any:
        return _best(wishes, state)

    return policy


def _best(wishes: Wishes, state: State) -> Any:
    """The action that best fulfils the wishes once this turn's questions are answered; no moon tile if avoidable."""
    legal = princes.legal_actions(state)
    if state.decision is not Decision.TURN:
        return max(legal, key=lambda action: wishes.fulfilled(princes.apply(state, action)))
    walks = [action for action in legal if not str(action).startswith("moon")]
    return max(walks or legal, key=lambda action: wishes.fulfilled(_until_next_turn(wishes, state, action)))


def _until_next_turn(wishes: Wishes, state: State, action: Any) -> State:
    """The position after an action, once the questions that follow it are answered by the same wishes."""
    state = princes.apply(state, action)
    while state.decision not in (None, Decision.TURN, Decision.SETTLE):
        state = princes.apply(state, _best(wishes, state))
    return state

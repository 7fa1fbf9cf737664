"""The rules as the contract requires them: the seat to move, its legal actions, and the position after each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import IllegalAction, find_action

from . import buying, display, playing, sacrifice, scoring
from .refusals import refusal
from .state import Action, Add, Buy, Discard, Draw, Income, Offer, Play, State, Step, Take

_CHOICES: dict[Step, Callable[[State], tuple[Action, ...]]] = {
    Step.PLAY: playing.choices,
    Step.SACRIFICE: sacrifice.offers,
    Step.ADD: sacrifice.additions,
    Step.DRAW: lambda state: display.DRAWS,
    Step.SCORING: scoring.choices,
    Step.OVER: lambda state: (),
}
_AFTER: dict[type[Action], Callable[[State, Any], State]] = {
    Buy: buying.after_buying,
    Play: playing.after_playing,
    Discard: playing.after_discarding,
    Offer: sacrifice.after_offering,
    Add: sacrifice.after_adding,
    Draw: display.after_drawing,
    Income: scoring.after_income,
    Take: scoring.after_taking,
}


def to_move(state: State) -> int | None:
    """The seat to move; None when the game is over."""
    return None if state.step is Step.OVER else state.asked


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to move, in the order of notation.md; empty when the game is over."""
    return _CHOICES[state.step](state)


def apply(state: State, action: Action) -> State:
    """The position after a legal action. Raises IllegalAction for any other."""
    if action not in legal_actions(state):
        raise IllegalAction(refusal(state, str(action)))
    return _AFTER[action.__class__](state, action)


def parse(state: State, text: str) -> Action:
    """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(refusal(state, text))
    return action

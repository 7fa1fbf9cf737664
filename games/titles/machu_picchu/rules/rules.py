"""The rules as the contract requires them: the seat to move, its legal actions, and the position after each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import IllegalAction, find_action

from . import laying, moving, returning
from .refusals import refusal
from .state import Action, Decision, Lay, Order, Place, State

_CHOICES: dict[Decision | None, Callable[[State], tuple[Action, ...]]] = {
    Decision.LAY: laying.choices,
    Decision.ORDER: lambda state: moving.ORDERS,
    Decision.PLACE: returning.choices,
    None: lambda state: (),
}
_AFTER: dict[type[Action], Callable[[State, Any], State]] = {
    Lay: laying.after_laying,
    Order: moving.after_moving,
    Place: returning.after_returning,
}


def to_move(state: State) -> int | None:
    """The seat to move; None when the game is over."""
    decision = state.decision
    if decision is Decision.LAY:
        return laying.layer(state)
    return None if decision is None else state.start_player


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to move, in the order of notation.md; empty when the game is over."""
    return _CHOICES[state.decision](state)


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

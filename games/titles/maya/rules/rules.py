"""The rules as the contract requires them: the seat to move, its legal actions, and the position after each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import IllegalAction, find_action

from . import building, swapping, tasks, turns
from .refusals import refusal
from .state import TWO, Action, Decision, End, Monolith, Place, State, Swap

_AFTER: dict[type[Action], Callable[[State, Any], State]] = {
    Swap: swapping.after_swapping,
    Place: building.after_placing,
    Monolith: swapping.after_monolith,
    End: tasks.after_announcing,
}


def to_move(state: State) -> int | None:
    """The seat to move; None when the game is over."""
    return None if turns.reason(state) else turns.mover(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to move, in the order of notation.md; empty when the game is over."""
    if state.legal is None:
        found = _legal_actions(state)
        object.__setattr__(state, "legal", found)
        return found
    return state.legal


def _legal_actions(state: State) -> tuple[Action, ...]:
    match turns.decision(state):
        case Decision.SWAP:
            return turns.legal_swaps(state) if state.seats == TWO else tasks.choices(state)
        case Decision.PLACE:
            return building.choices(state)
        case Decision.MONOLITH:
            return swapping.MONOLITHS
        case None:
            return ()


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

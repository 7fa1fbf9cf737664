"""The rules as the contract asks for them: who decides, what is legal, what follows."""

from __future__ import annotations

from games.engine.contract import IllegalAction, find_action

from . import laying, moving, returning
from .refusals import refusal
from .state import Action, Decision, Lay, Order, Place, State


def to_move(state: State) -> int | None:
    """The one seat that decides now; None when the game is over."""
    match state.decision:
        case Decision.LAY:
            return laying.layer(state)
        case None:
            return None
        case _:
            return state.start_player


def legal_actions(state: State) -> tuple[Action, ...]:
    """What that seat may do, in the order of notation.md; empty when the game is over."""
    match state.decision:
        case Decision.LAY:
            return laying.choices(state)
        case Decision.ORDER:
            return moving.ORDERS
        case Decision.PLACE:
            return returning.choices(state)
        case None:
            return ()


def apply(state: State, action: Action) -> State:
    """The position after a legal action. Raises IllegalAction for any other."""
    if action not in legal_actions(state):
        raise IllegalAction(refusal(state, str(action)))
    match action:
        case Lay():
            return laying.laid(state, action)
        case Order():
            return moving.moved(state, action)
        case Place():
            return returning.placed(state, action)


def parse(state: State, text: str) -> Action:
    """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(refusal(state, text))
    return action

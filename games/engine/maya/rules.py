"""The rules as the contract asks for them: who decides, what is legal, what follows."""

from __future__ import annotations

from games.engine.contract import IllegalAction, find_action

from . import building, swapping, tasks, turns
from .refusals import refusal
from .state import TWO, Action, Decision, End, Monolith, Place, State, Swap
from .swaps import swaps


def to_move(state: State) -> int | None:
    """The one seat that decides now; None when the game is over."""
    return None if turns.reason(state) else turns.mover(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """What that seat may do, in the order of notation.md; empty when the game is over."""
    match turns.decision(state):
        case Decision.SWAP:
            if state.seats == TWO:
                return swaps(state.towers, state.monolith, state.raven)
            return tasks.choices(state)
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
    match action:
        case Swap():
            return swapping.made(state, action)
        case Place():
            return building.placed(state, action)
        case Monolith():
            return swapping.monolith_placed(state, action)
        case End():
            return tasks.announced(state)


def parse(state: State, text: str) -> Action:
    """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(refusal(state, text))
    return action

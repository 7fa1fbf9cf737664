"""Explanations of refused actions, in words for the player who tried them.

They reveal only what that player knows: their own hand, and what lies face up.
"""

from __future__ import annotations

from games.engine.contract import quoted

from .laying import LAYS, layer
from .moving import ORDERS
from .precinct import NEIGHBOURS, STARTS
from .returning import PLACES
from .state import Action, Decision, Lay, Place, State

_EVERY_ACTION: tuple[Action, ...] = (
    *(action for stairs in LAYS.values() for action in stairs.values()),
    *ORDERS,
    *(action for fields in PLACES.values() for action in fields.values()),
)
_ACTIONS = {str(action): action for action in _EVERY_ACTION}

_ASKED = {
    Decision.LAY: "now you must lay a card on a free stair (MAC 6.2)",
    Decision.ORDER: "now the start player chooses the order of the priests (MAC 6.4)",
    Decision.PLACE: "now the start player puts a priest back beside its start field (MAC 6.6)",
}


def refusal(state: State, text: str) -> str:
    """Why `text` is not a legal action of this position: the text, the reason and the paragraph of the rules."""
    return f"{quoted(text)}: {_reason(state, text)}"


def _reason(state: State, text: str) -> str:
    decision = state.decision
    if decision is None:
        return "the game is over"
    match _ACTIONS.get(text), decision:
        case None, _:
            return f"this is not an action of Machu Picchu; {_ASKED[decision]}"
        case Lay() as action, Decision.LAY:
            if action.number not in state.seats[layer(state)].hand:
                return f"you do not hold card {action.number} (MAC 6.2)"
            return f"there is already a card on the stair {action.stair} (MAC 6.2)"
        case Place() as action, Decision.PLACE:
            if action.priest != state.placing:
                return f"priest {state.placing} comes back next (MAC 6.6)"
            if action.field not in NEIGHBOURS[STARTS[action.priest - 1]]:
                return f"{action.field} is not beside the start field of priest {action.priest} (MAC 6.6)"
            return f"a priest stands on {action.field} (MAC 6.6)"
        case _:
            return _ASKED[decision]

"""Explanations of refused actions, in words for the player who tried them.

They reveal only what that player knows: what is face up, and their own task cards.
"""

from __future__ import annotations

from games.engine.contract import quoted

from .building import PLACES, left_on_this_level
from .pieces import WORDS, is_connected
from .state import TWO, Action, Decision, End, Place, State, Swap
from .swapping import MONOLITHS
from .swaps import SWAPS, swaps
from .tasks import END
from .turns import decision, raven_in_force

_EVERY_ACTION: tuple[Action, ...] = (
    *(action for towers in PLACES.values() for action in towers.values()),
    *MONOLITHS,
    *(action for levels in SWAPS.values() for action in levels.values()),
    END,
)
_ACTIONS = {str(action): action for action in _EVERY_ACTION}
_LAST = " end"

_ASKED = {
    Decision.PLACE: "now you must place a piece (MAY 2)",
    Decision.MONOLITH: "now you must place the monolith and the raven (MAY 4.1)",
    Decision.SWAP: "now you must swap two neighbouring towers (MAY 3)",
}


def refusal(state: State, text: str) -> str:
    """Why `text` is not a legal action of this position: the text, the reason and the paragraph of the rules."""
    return f"{quoted(text)}: {_reason(state, text)}"


def _reason(state: State, text: str) -> str:
    asked = decision(state)
    if asked is None:
        return "the game is over"
    action = _ACTIONS.get(text)
    if action is None and text.endswith(_LAST):
        action = _ACTIONS.get(text.removesuffix(_LAST))
    match action, asked:
        case None, _:
            return f"this is not an action of Maya; {_ASKED[asked]}"
        case Place(), Decision.PLACE:
            return _why_not_placed(state, action)
        case Swap(), Decision.SWAP:
            return _why_not_swapped(state, action)
        case End(), Decision.SWAP:
            return _NOT_ANNOUNCED if state.seats > TWO else _NO_ANNOUNCEMENT
        case _:
            return _ASKED[asked]


_NOT_ANNOUNCED = "to announce the end, one of your task towers and the centre tower must be finished (MAY 5)"
_NO_ANNOUNCEMENT = "in a duel nobody announces the end (MAY 4.6)"


def _why_not_placed(state: State, action: Place) -> str:
    colors, towers = left_on_this_level(state.towers)
    color = WORDS[action.color]
    if action.color not in colors:
        return f"the {color} piece of this level has already been placed (MAY 2)"
    if action.tower not in towers:
        return f"tower {action.tower} already has a piece on this level (MAY 2)"
    if action.color in state.towers[action.tower - 1]:
        return f"tower {action.tower} already has a {color} piece (MAY 2)"
    return f"with {color} on tower {action.tower}, the rest of this level could not be filled (MAY 2)"


def _why_not_swapped(state: State, action: Swap) -> str:
    if action in swaps(state.towers, state.monolith, raven_in_force(state)):
        # The swap itself is legal, so its announcement was refused.
        return _NOT_ANNOUNCED if state.seats > TWO else _NO_ANNOUNCEMENT
    beside = [tower for tower in (action.first, action.second) if tower in (state.monolith or ())]
    if beside:
        return f"tower {beside[0]} stands beside the monolith (MAY 3)"
    if action.level == raven_in_force(state):
        return f"the raven is on level {action.level} (MAY 3)"
    cut = next(tower for tower in (action.first, action.second) if is_connected(state.towers[tower - 1], action.level))
    return f"this would cut what is connected in tower {cut} (MAY 3)"

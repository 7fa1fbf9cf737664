"""Explanations of refused actions, in words for the player who tried them.

They reveal only what that player knows: their own hand and cards, and what is face up.
"""

from __future__ import annotations

from games.engine.contract import quoted

from .buying import BUYS, price
from .cards import TYPE_INDEX, WORDS
from .data import HAND_SIZE, MOAI_COST
from .display import DRAWS
from .playing import DISCARD, EVERY_PLAY, cost
from .sacrifice import ADDS, OFFERS
from .scoring import INCOMES, TAKES
from .state import Action, Add, Buy, Decision, Discard, Offer, Play, State, Take

_EVERY_ACTION: tuple[Action, ...] = (*BUYS, *EVERY_PLAY, DISCARD, *OFFERS, *ADDS, *DRAWS, *INCOMES, *TAKES)
_ACTIONS = {str(action): action for action in _EVERY_ACTION}

_ASKED = {
    Decision.TURN: "now you may buy a sacrifice card, or you must play (RAP 3)",
    Decision.PLAY: "you have bought a sacrifice card this turn; now you must play (RAP 3.1)",
    Decision.OFFER: "now you must sacrifice a card (RAP 4)",
    Decision.OFFER_HIDDEN: "now you must sacrifice a card (RAP 4)",
    Decision.ADD: "now you must sacrifice a card from the supply (RAP 4)",
    Decision.DRAW: "now you must draw a card (RAP 3.3)",
    Decision.MOAI_INCOME: "now you choose glory or wood (RAP 5)",
    Decision.TAKE: "now you must take a card of another type (RAP 5)",
}


def refusal(state: State, text: str) -> str:
    """Why `text` is not a legal action of this position: the text, the reason and the paragraph of the rules."""
    return f"{quoted(text)}: {_reason(state, text)}"


def _reason(state: State, text: str) -> str:
    decision = state.decision
    if decision is None:
        return "the game is over"
    action = _ACTIONS.get(text)
    if action is None:
        return f"this is not an action of Rapa Nui; {_ASKED[decision]}"
    seat = state.seats[state.asked]
    match action, decision:
        case Buy(), Decision.TURN:
            kind = TYPE_INDEX[action.type]
            if not state.supply[kind]:
                return f"no {WORDS[action.type]} card is left in the supply (RAP 3.1)"
            return f"a {WORDS[action.type]} card costs {price(seat, kind)} wood now, and you have {seat.wood} (RAP 3.1)"
        case Play(), Decision.TURN | Decision.PLAY:
            held = seat.hand.count(action.card)
            if held < action.number:
                return f"you hold {held or 'no'} {WORDS[action.card]} card{'' if held == 1 else 's'} (RAP 3.2)"
            return f"this costs {cost(action)} wood, and you have {seat.wood} (RAP 3.2)"
        case Discard(), Decision.TURN | Decision.PLAY:
            return f"you may return a Moai only with {HAND_SIZE} Moai in hand and less than {MOAI_COST} wood (RAP 3.2)"
        case Offer(), Decision.OFFER | Decision.OFFER_HIDDEN:
            return f"you have no {WORDS[action.type]} sacrifice card (RAP 4)"
        case Add(), Decision.ADD:
            return f"no {WORDS[action.type]} card is left in the supply (RAP 4)"
        case Take(), Decision.TAKE:
            return f"no {WORDS[action.type]} card is left in the supply (RAP 5)"
        case _:
            return _ASKED[decision]

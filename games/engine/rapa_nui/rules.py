"""The rules as the contract asks for them: who decides, what is legal, what follows."""

from __future__ import annotations

from games.engine.contract import IllegalAction, find_action

from . import buying, display, playing, sacrifice, scoring
from .refusals import refusal
from .state import Action, Add, Buy, Discard, Draw, Income, Offer, Play, State, Step, Take


def to_move(state: State) -> int | None:
    """The one seat that decides now; None when the game is over."""
    return None if state.step is Step.OVER else state.asked


def legal_actions(state: State) -> tuple[Action, ...]:
    """What that seat may do, in the order of notation.md; empty when the game is over."""
    match state.step:
        case Step.PLAY:
            return playing.choices(state)
        case Step.DRAW:
            return display.DRAWS
        case Step.SACRIFICE:
            return sacrifice.offers(state)
        case Step.ADD:
            return sacrifice.additions(state)
        case Step.SCORING:
            return scoring.choices(state)
        case Step.OVER:
            return ()


def apply(state: State, action: Action) -> State:
    """The position after a legal action. Raises IllegalAction for any other."""
    if action not in legal_actions(state):
        raise IllegalAction(refusal(state, str(action)))
    match action:
        case Draw():
            return display.drawn(state, action)
        case Play():
            return playing.played(state, action)
        case Buy():
            return buying.bought(state, action)
        case Take():
            return scoring.taken(state, action)
        case Income():
            return scoring.chosen(state, action)
        case Offer():
            return sacrifice.offered(state, action)
        case Add():
            return sacrifice.added(state, action)
        case Discard():
            return playing.discarded(state)


def parse(state: State, text: str) -> Action:
    """The legal action that `text` names. Raises IllegalAction with the text and the rule it breaks."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(refusal(state, text))
    return action

"""Default answers to a turn's decisions, used to continue a position until the next turn begins."""

from __future__ import annotations

from .actions import Action
from .cards import CARD_ICONS
from .expectation import WEIGHTS, Weights, expected
from .rules import apply, legal_actions
from .scoring import icons
from .state import Decision, State
from .trail import RETURNS

_AS_MUCH_AS_POSSIBLE = (Decision.PRODUCE, Decision.SACRIFICE)
_WEIGHED = (Decision.HIRE, Decision.TAKE, Decision.REWARD)


def until_next_turn(state: State, judgement: Weights = WEIGHTS) -> State:
    """The position at the start of the next turn, or the end of the game, if everyone answers as usual."""
    while state.decision not in (None, Decision.TURN, Decision.SETTLE):
        state = apply(state, _answer(state, judgement))
    return state


def _answer(state: State, judgement: Weights) -> Action:
    decision = state.decision
    if decision is Decision.RETURN:
        return _worst_cards(state)
    legal = legal_actions(state)
    if decision in _AS_MUCH_AS_POSSIBLE:
        return legal[-1]
    if decision in _WEIGHED:
        return _best(state, legal, judgement)
    if decision is Decision.OFFER:
        return _best(state, (legal[0], legal[-1]), judgement)
    # Leave the market, recall no Inca, pay for the good on a moon tile.
    return legal[0]


def _best(state: State, choices: tuple[Action, ...], judgement: Weights) -> Action:
    """The choice that leaves the asked seat best off."""
    return max(choices, key=lambda action: expected(apply(state, action), judgement)[state.asked])


def _worst_cards(state: State) -> Action:
    """The return of the cards worth the fewest points now."""
    assert state.summit is not None
    seat = state.seats[state.asked]
    counts = icons(seat)
    cards = sorted(seat.cards, key=lambda card: sum(counts[icon] for icon in CARD_ICONS[card]))
    worst = cards[: state.summit.returns]
    return RETURNS[tuple(card for card in seat.cards if card in worst)]

"""The Inca trail: steps, the granary and the stable beside it, and the cards on the summit (PRI 9.1)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from games.engine.copies import replace

from .actions import Action, Return
from .cards import CARDS, sorted_cards
from .data import CARDS_DRAWN, CARDS_KEPT, GRANARY, GRANARY_CORN, STABLE, STABLE_LLAMAS, SUMMIT
from .goods import CORN, LLAMA, NOTHING, Counts, added, amounts
from .state import State, Summit

RETURNS = {cards: Return(cards) for number in range(1, CARDS_DRAWN) for cards in combinations(CARDS, number)}


@cache
def income(start: int, end: int) -> Counts:
    """The income of a walk between two fields: the granary and the stable pay scouts that reach or pass them."""
    gains = {CORN: GRANARY_CORN * (start < GRANARY <= end), LLAMA: STABLE_LLAMAS * (start < STABLE <= end)}
    return amounts(gains) if any(gains.values()) else NOTHING


def walk(state: State, index: int, steps: int) -> State:
    """The position after a seat's scout has walked, or stopped on the summit because cards must be put back."""
    if not steps:
        return state
    seat = state.seats[index]
    field, gains, cards, missing = seat.scout, seat.due, seat.cards, seat.missing
    deck, summit = state.deck, None
    while steps and summit is None:
        end = min(field + steps, SUMMIT)
        steps -= end - field
        gain = income(field, end)
        if gain != NOTHING:
            gains = added(gains, gain)
        field = end
        if field == SUMMIT:
            field = 0
            drawn, deck = deck[:CARDS_DRAWN], deck[CARDS_DRAWN:]
            if len(drawn) > CARDS_KEPT:
                summit = Summit(len(drawn) - CARDS_KEPT, steps)
            if drawn:
                cards = sorted_cards(cards + drawn)
            else:
                missing += 1
    seat = replace(seat, scout=field, due=gains, cards=cards, missing=missing)
    seats = state.with_seat(index, seat)
    if deck is state.deck:
        return replace(state, seats=seats)
    # The cards that were put back are at the bottom.
    returned = state.returned[max(0, len(state.returned) - len(deck)) :]
    return replace(state, seats=seats, deck=deck, returned=returned, summit=summit, asked=index)


@lru_cache(maxsize=4096)
def _returns(cards: tuple[str, ...], number: int) -> tuple[Action, ...]:
    return tuple(RETURNS[some] for some in combinations(cards, number))


def choices(state: State) -> tuple[Action, ...]:
    """Any cards of the hand, old ones too, to put back: two, or one if only two were drawn."""
    assert state.summit is not None
    return _returns(state.seats[state.asked].cards, state.summit.returns)


def after_return(state: State, action: Return) -> State:
    """The position after cards are put under the deck and the scout walks on, perhaps to the summit again."""
    assert state.summit is not None
    index = state.asked
    seat = state.seats[index]
    cards = tuple(card for card in seat.cards if card not in action.cards)
    after = replace(
        state,
        seats=state.with_seat(index, replace(seat, cards=cards)),
        deck=state.deck + action.cards,
        returned=state.returned + (index,) * len(action.cards),
        summit=None,
    )
    return walk(after, index, state.summit.steps)

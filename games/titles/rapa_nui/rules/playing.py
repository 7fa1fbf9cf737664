"""Step 2 of a turn: play cards from the hand (RAP 3.2)."""

from __future__ import annotations

from functools import cache

from games.engine.copies import copier

from . import sacrifice
from .buying import BUYS, affordable
from .cards import CARD_INDEX, HUNTERS, LUMBERJACK, MOAI, PRIEST, shifted
from .data import FURTHER_HUNTER_COST, HAND_SIZE, MOAI_COST, MOST_HUNTERS
from .state import Action, Discard, Play, Seat, State, Step

EVERY_PLAY = (
    Play(LUMBERJACK),
    Play(PRIEST),
    Play(MOAI),
    *(Play(letter, number) for letter in HUNTERS for number in range(1, MOST_HUNTERS + 1)),
)
"""All plays, in the order of the menu (RAP 3.2)."""

DISCARD = Discard()
_DEAREST_PLAY = max(MOAI_COST, FURTHER_HUNTER_COST * (MOST_HUNTERS - 1))

_player = copier(Seat, "wood", "table", "hand")
_with_hand = copier(Seat, "hand")
_played = copier(State, "seats", "step")
_discarded = copier(State, "seats", "discarded", "step")


def cost(action: Play) -> int:
    """The cost of a play in wood: only a Moai and the second and third hunter cost any."""
    return MOAI_COST if action.card == MOAI else FURTHER_HUNTER_COST * (action.number - 1)


@cache
def plays(hand: str, wood: int) -> tuple[Action, ...]:
    """The plays of a hand that this much wood can pay for; with three Moai and too little wood, only a discard."""
    if hand == MOAI * HAND_SIZE and wood < MOAI_COST:
        return (DISCARD,)
    return tuple(play for play in EVERY_PLAY if play.number <= hand.count(play.card) and cost(play) <= wood)


@cache
def _buys_and_plays(buyable: tuple[bool, ...], hand: str, wood: int) -> tuple[Action, ...]:
    return *(buy for buy, can in zip(BUYS, buyable, strict=True) if can), *plays(hand, wood)


def choices(state: State) -> tuple[Action, ...]:
    """Plays, and purchases that may come before one: the purchase is optional, the play compulsory."""
    seat = state.seats[state.active]
    wood = min(seat.wood, _DEAREST_PLAY)
    if state.bought is not None:
        return plays(seat.hand, wood)
    return _buys_and_plays(affordable(seat, state.supply), seat.hand, wood)


def after_playing(state: State, action: Play) -> State:
    """The position after a play; a Moai starts a sacrifice round."""
    seat = state.seats[state.active]
    card, number = action.card, action.number
    table = shifted(seat.table, CARD_INDEX[card], number)
    seat = _player(seat, seat.wood - cost(action), table, seat.hand.replace(card, "", number))
    after = _played(state, state.with_seat(state.active, seat), Step.DRAW)
    return sacrifice.next_offer(after, state.active) if card == MOAI else after


def after_discarding(state: State, action: Discard) -> State:
    """The position after one of three Moai is put back in the box: no payment, no sacrifice round."""
    seat = state.seats[state.active]
    seat = _with_hand(seat, seat.hand.replace(MOAI, "", 1))
    return _discarded(state, state.with_seat(state.active, seat), state.discarded + 1, Step.DRAW)

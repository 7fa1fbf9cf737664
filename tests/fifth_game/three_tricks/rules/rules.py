"""What may be played, and its effects."""

from __future__ import annotations

from random import Random

from games.engine import contract
from games.engine.contract import IllegalAction, Options, Outcome, Part, find_action, quoted

from . import state as numbers
from .state import CARDS, END, HAND, Deal, Play, State


def deal(seats: int, options: Options, rng: Random) -> Deal:
    """Shuffle the cards. Raises BadDeal for an unknown seat count or option."""
    contract.check_table(numbers, seats, options)
    return Deal(seats, tuple(rng.sample(CARDS, len(CARDS))))


def start(deal: Deal) -> State:
    """TRI 1.1: three cards for each seat; the first seat leads."""
    hands = tuple(tuple(sorted(deal.deck[HAND * seat : HAND * (seat + 1)])) for seat in range(deal.seats))
    return State(hands, tuple(sorted(deal.deck[HAND * deal.seats :])), 0, (), (), (0,) * deal.seats)


def to_move(state: State) -> int | None:
    """The seat after the one that played last; None when all hands are empty."""
    if not any(state.hands):
        return None
    return (state.lead + len(state.trick)) % len(state.hands)


def legal_actions(state: State) -> tuple[Play, ...]:
    """TRI 2.1: any card of the hand."""
    seat = to_move(state)
    return () if seat is None else tuple(map(Play, state.hands[seat]))


def apply(state: State, action: Play) -> State:
    """The position after a legal action. Raises IllegalAction for any other."""
    seat = to_move(state)
    if seat is None or action not in legal_actions(state):
        raise IllegalAction(f"{action}: this card cannot be played now (TRI 2.1)")
    hands = tuple(
        tuple(card for card in hand if (number, card) != (seat, action.card)) for number, hand in enumerate(state.hands)
    )
    trick = (*state.trick, action.card)
    if len(trick) < len(hands):
        return State(hands, state.aside, state.lead, trick, state.gone, state.tricks)
    # TRI 2.2: the highest card takes the trick and leads to the next.
    winner = (state.lead + trick.index(max(trick))) % len(hands)
    tricks = tuple(taken + (number == winner) for number, taken in enumerate(state.tricks))
    return State(hands, state.aside, winner, (), tuple(sorted((*state.gone, *trick))), tricks)


def parse(state: State, text: str) -> Play:
    """The legal action that `text` names. Raises IllegalAction with the text."""
    action = find_action(legal_actions(state), text)
    if action is None:
        raise IllegalAction(f"{quoted(text)}: no card that can be played now (TRI 2.1)")
    return action


def outcome(state: State) -> Outcome | None:
    """TRI 3.1: a point for each trick."""
    if to_move(state) is not None:
        return None
    points = state.tricks
    ranks = tuple(1 + sum(other > own for other in points) for own in points)
    return Outcome(points, ranks, END, tuple((Part("tricks", own, own),) for own in points))

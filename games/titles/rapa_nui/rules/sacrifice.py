"""The sacrifice round after a Moai (RAP 4)."""

from __future__ import annotations

from games.engine.copies import copier, replace

from .cards import HUNTERS, TYPE_INDEX, added, shifted
from .state import Action, Add, Offer, Seat, State, Step

OFFERS = tuple(Offer(letter) for letter in HUNTERS)
ADDS = tuple(Add(letter) for letter in HUNTERS)
"""All cards that a seat may sacrifice, and all that the builder may add from the supply (RAP 4)."""

_asked = copier(State, "step", "asked")
_offering = copier(Seat, "sacrifices", "at_most")
_offered = copier(State, "seats", "stone")
_added = copier(State, "supply", "stone", "step")


def next_offer(state: State, seat: int) -> State:
    """Ask the next seat after `seat` that has a sacrifice card: the builder last, who then also adds a card."""
    seats = state.seats
    while (seat := (seat + 1) % len(seats)) != state.active:
        if any(seats[seat].sacrifices):
            return _asked(state, Step.SACRIFICE, seat)
    if any(seats[seat].sacrifices):
        return _asked(state, Step.SACRIFICE, seat)
    return _ask_to_add(state)


def _ask_to_add(state: State) -> State:
    # RAP 4: if all four stacks are empty, nothing is added.
    return _asked(state, Step.ADD if any(state.supply) else Step.DRAW, state.active)


def offers(state: State) -> tuple[Action, ...]:
    """The legal offers: the types of which the asked seat has a card."""
    own = state.seats[state.asked].sacrifices
    return tuple([offer for offer, count in zip(OFFERS, own, strict=True) if count])


def after_offering(state: State, action: Offer) -> State:
    """The position after a card is laid on the stone: face up, but the builder's own face down."""
    kind = TYPE_INDEX[action.type]
    seat = state.seats[state.asked]
    kept = shifted(seat.sacrifices, kind, -1)
    if state.asked == state.active:
        owned = added(seat.sacrifices, seat.face_down)
        laid = shifted(seat.face_down, kind, +1)
        seat = replace(seat, sacrifices=kept, face_down=laid, at_most=(*seat.at_most, owned))
        return _ask_to_add(replace(state, seats=state.with_seat(state.asked, seat)))
    left = kept[kind] + seat.face_down[kind]
    at_most = tuple([shifted(most, kind, min(0, left - most[kind])) for most in seat.at_most])
    seats = state.with_seat(state.asked, _offering(seat, kept, at_most))
    return next_offer(_offered(state, seats, shifted(state.stone, kind, +1)), state.asked)


def additions(state: State) -> tuple[Action, ...]:
    """The legal additions: the types still in supply."""
    return tuple([add for add, left in zip(ADDS, state.supply, strict=True) if left])


def after_adding(state: State, action: Add) -> State:
    """The position after a card from the supply is laid face up on the stone."""
    kind = TYPE_INDEX[action.type]
    return _added(state, shifted(state.supply, kind, -1), shifted(state.stone, kind, +1), Step.DRAW)

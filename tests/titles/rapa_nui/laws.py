"""The laws of Rapa Nui, stated without asking the game: what never changes, and what is hidden from whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from games.titles.rapa_nui.rules import State

PREFIX = "RAP"
"""The prefix of paragraph numbers."""

NO_RULES = {"8": "names", "9": "hints", "10": "sources"}
"""The paragraphs that state no rule, and what they are about."""


def conserved(state: State) -> Any:
    """Every Rapa Nui card exists (including Moai in the box), and so does every sacrifice card of each type."""
    cards = Counter("".join(state.columns) + state.deck + "M" * state.discarded)
    for seat in state.seats:
        cards.update(seat.hand)
        cards.update(dict(zip("MPLfbsg", seat.table, strict=True)))
    owned = [counts for seat in state.seats for counts in (seat.sacrifices, seat.face_down)]
    sacrifice_cards = [sum(counts) for counts in zip(state.supply, state.stone, *owned, strict=True)]
    assert sacrifice_cards == [25] * 4
    assert min(min(counts) for counts in (state.supply, state.stone, *owned)) >= 0
    assert all(seat.wood >= 0 and len(seat.hand) <= 3 for seat in state.seats)
    return sorted(cards.items())


def scrambled(state: State, viewer: int | None, rng: Random) -> State:
    """Deal the deck and the other seats' hands again at random, and each other seat's sacrifice cards.

    A seat's sacrifice cards are exchanged with its face-down ones, so that it keeps as many of both.
    """
    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    cards = [*state.deck, *(card for seat in others for card in state.seats[seat].hand)]
    rng.shuffle(cards)
    seats = list(state.seats)
    for index in others:
        seat = seats[index]
        hand = "".join(sorted((cards.pop() for _ in seat.hand), key="MPLfbsg".index))
        types = [kind for counts in (seat.sacrifices, seat.face_down) for kind in range(4) for _ in range(counts[kind])]
        rng.shuffle(types)
        laid = [types.pop() for _ in range(sum(seat.face_down))]
        seats[index] = replace(
            seat,
            hand=hand,
            sacrifices=tuple(types.count(kind) for kind in range(4)),
            face_down=tuple(laid.count(kind) for kind in range(4)),
        )
    return replace(state, seats=tuple(seats), deck="".join(cards))


def noted(state: State, viewer: int | None, rng: Random) -> State:
    """Deal the deck again at random. All hands were seen, and the log tells what may be face down."""
    return replace(state, deck="".join(rng.sample(state.deck, len(state.deck))))

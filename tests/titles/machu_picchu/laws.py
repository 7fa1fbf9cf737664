"""The laws of Machu Picchu, stated without asking the game: what never changes, and what is hidden from whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.titles.machu_picchu.rules import State
from games.titles.machu_picchu.rules.state import Laid

PREFIX = "MAC"
"""The prefix of paragraph numbers."""

NO_RULES = {"1": "the idea", "10": "hints", "11": "names", "12": "sources"}
"""The paragraphs that state no rule, and what they are about."""


def conserved(state: State) -> Any:
    """Every direction card and every stone exists once; no two priests share a field."""
    cards = [*state.stock, *(number for seat in state.seats for number in seat.hand)]
    cards += [card.number for card in state.stairs if card is not None]
    assert len(set(cards)) == len(cards)
    stones = [stone for priest in state.priests for stone in priest.depot]
    suns, fires = [stone for stone in stones if stone > 0], [-stone for stone in stones if stone < 0]
    # The lowest stone is always won first.
    assert sorted(suns) == [1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10][: len(suns)]
    assert sorted(fires) == [3, 4, 5, 6, 7, 8, 9, 10][: len(fires)]
    assert all(len(priest.depot) <= 6 for priest in state.priests)
    assert all(len(seat.hand) == 4 for seat in state.seats)
    inside = [priest.field for priest in state.priests if priest.field]
    assert len(set(inside)) == len(inside)
    return len(state.sky), sorted(seat.pair for seat in state.seats)


def scrambled(state: State, viewer: int | None, rng: Random) -> State:
    """Deal stock, other seats' hands and face-down cards again at random, and other priest cards and the sky.

    With two seats, each knows the other's priests. The moon in the box may be any that was not turned up.
    """
    start_player = (state.round - 1) % len(state.seats)
    card_in_force = "M1" if state.round == 1 else state.sky[state.round - 2]

    def is_hidden(card: Laid | None) -> bool:
        if card is None or card.seat == viewer or None not in state.stairs:
            return False
        return card_in_force[1] in ("14" if card.seat == start_player else "13")

    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    numbers = [*state.stock, *(number for seat in others for number in state.seats[seat].hand)]
    numbers += [card.number for card in state.stairs if card and is_hidden(card)]
    rng.shuffle(numbers)
    pairs = [state.seats[seat].pair for seat in others]
    rng.shuffle(pairs)
    seats = list(state.seats)
    for index in others:
        hand = tuple(sorted(numbers.pop() for _ in seats[index].hand))
        seats[index] = replace(seats[index], pair=pairs.pop(), hand=hand)
    stairs = tuple(Laid(numbers.pop(), card.seat) if card and is_hidden(card) else card for card in state.stairs)
    turned_up, to_come = state.sky[: state.round - 1], list(state.sky[state.round - 1 :])
    moons = [moon for moon in ("M1", "M2", "M3", "M4") if moon not in turned_up]
    to_come = [card for card in to_come if card[0] == "S"] + rng.sample(moons, sum(card[0] == "M" for card in to_come))
    rng.shuffle(to_come)
    return replace(state, seats=tuple(seats), stairs=stairs, stock=tuple(numbers), sky=(*turned_up, *to_come))

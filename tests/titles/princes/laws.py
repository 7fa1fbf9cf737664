"""The laws of The Princes, stated without asking the game: what never changes, and what is hidden from whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.titles.princes.rules import State

PREFIX = "PRI"
"""The prefix of paragraph numbers."""

NO_RULES = {"11": "hints", "12": "sources"}
"""The paragraphs that state no rule, and what they are about."""


def conserved(state: State) -> Any:
    """Every sacrifice card, Inca, priest and moon tile of the Princes exists; goods come and go with the bank."""
    cards = [card for seat in state.seats for card in seat.cards] + list(state.deck)
    tiles = [tile for seat in state.seats for tile in seat.tiles] + list(state.tiles)
    assert [sum(kind) for kind in zip(state.rows, *(seat.priests for seat in state.seats), strict=True)] == [6, 5, 4]
    assert len(state.returned) <= len(state.deck)
    for seat in state.seats:
        assert min(*seat.goods, *seat.incas, *seat.priests, *seat.due, seat.supply, seat.sundial, seat.missing) >= 0
        assert 0 <= seat.scout < 20
        assert seat.turns <= 40 + 7
        assert list(seat.cards) == sorted(seat.cards, key=lambda card: [*map("cloptvud".index, card)])
    assert all(0 <= units <= 2 for units in state.bonuses + state.stones)
    assert all(0 <= goods <= 4 for goods in state.market)
    incas = [sum(seat.incas) + seat.supply + seat.sundial for seat in state.seats]
    return sorted(cards), sorted(tiles), incas


def scrambled(state: State, viewer: int | None, rng: Random) -> State:
    """Deal the other seats' hands and the deck again at random, except for cards that the viewer has put back."""
    first = len(state.deck) - len(state.returned)
    known = {first + place for place, seat in enumerate(state.returned) if seat == viewer}
    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    cards = [card for place, card in enumerate(state.deck) if place not in known]
    cards += [card for seat in others for card in state.seats[seat].cards]
    rng.shuffle(cards)
    seats = list(state.seats)
    for index in others:
        hand = sorted((cards.pop() for _ in seats[index].cards), key=lambda card: [*map("cloptvud".index, card)])
        seats[index] = replace(seats[index], cards=tuple(hand))
    deck = tuple(card if place in known else cards.pop() for place, card in enumerate(state.deck))
    return replace(state, seats=tuple(seats), deck=deck)

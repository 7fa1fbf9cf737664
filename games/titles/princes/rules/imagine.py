"""Determinisation: sampling a full state that matches a view."""

from __future__ import annotations

from random import Random

from .cards import CARDS, sorted_cards
from .state import Seat, State, View


def determinize(view: View, rng: Random) -> State:
    """One full state that the viewer cannot tell from the real one, with the unseen cards dealt at random."""
    seen = {card for card in view.deck if card}.union(*(seat.cards for seat in view.seats if seat.cards))
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)

    def hand(number: int) -> tuple[str, ...]:
        return sorted_cards(tuple(unseen.pop() for _ in range(number)))

    return State(
        seats=tuple(
            Seat(
                goods=seat.goods,
                incas=seat.incas,
                supply=seat.supply,
                sundial=seat.sundial,
                priests=seat.priests,
                cards=hand(seat.hand_size) if seat.cards is None else seat.cards,
                missing=seat.missing,
                scout=seat.scout,
                prince=seat.prince,
                tiles=seat.tiles,
                turns=seat.turns,
                due=seat.due,
            )
            for seat in view.seats
        ),
        is_beginner=view.is_beginner,
        day=view.day,
        bonuses=view.bonuses,
        stones=view.stones,
        market=view.market,
        rows=view.rows,
        tiles=view.tiles,
        sun=view.sun,
        deck=tuple(card or unseen.pop() for card in view.deck),
        returned=view.returned,
        active=view.active,
        asked=view.active if view.to_move is None else view.to_move,
        step=view.step,
        summit=view.summit,
        trade=view.trade,
    )

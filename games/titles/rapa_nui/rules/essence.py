"""The essence of a position (RAP 3 to 6), independent of the order of columns and the names of the four types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, permutations, product
from typing import Any

from games.engine.essence import Essence, from_first

from . import data
from .cards import CARD_INDEX, CARDS, FIRST_HUNTER, HUNTERS, LUMBERJACK, MOAI, NONE_OF_FOUR, Counts, added
from .recall import RecalledSeat
from .state import SeatView, View

_Types = tuple[int, ...]
"""The four types in some order."""


def progress(view: View) -> int:
    """Always 0: from the start 16 open cards tell games apart."""
    return 0


def essence(view: View) -> Essence:
    """The essence of a position, with the seat to move first and the types named so that the result is the smallest.

    Leaves out the card bought in this turn and the column drawn from. Instead of the start sets, it has the numbers of
    cards that are not in sight.
    """
    first = view.active if view.to_move is None else view.to_move
    seats = from_first(view.seats, first)
    count = (
        len(seats),
        view.deck_size,
        (view.active - first) % len(seats),
        view.decision,
        view.draws_left,
        view.due,
        view.stone_hidden,
    )
    unseen = _unseen(view)
    named = (_named(view, seats, unseen, types) for types in _orders(view, seats, unseen))
    return Essence((*count, *min(named)), first=first)


def _unseen(view: View) -> Counts:
    """The number of each card not in sight: in the deck, and in hands that are hidden from the viewer."""
    cards = Counter(data.DECK)
    cards[MOAI] -= view.discarded
    cards.subtract("".join(view.columns))
    for seat in view.seats:
        cards.update(LUMBERJACK * data.START_LUMBERJACKS + data.START_HUNTERS[seat.color])
        cards.subtract(dict(zip(CARDS, seat.table, strict=True)))
        cards.subtract(seat.hand or "")
    return tuple(cards[card] for card in CARDS)


def _orders(view: View, seats: tuple[SeatView, ...], unseen: Counts) -> Iterator[_Types]:
    """The orders of the types to try: sorted by their amounts everywhere; types with equal amounts in every order."""

    def amounts(kind: int) -> Any:
        letter = HUNTERS[kind]
        return (
            view.supply[kind],
            view.stone_open[kind],
            unseen[FIRST_HUNTER + kind],
            letter == view.scored,
            tuple(
                (seat.table[FIRST_HUNTER + kind], (seat.hand or "").count(letter), _owned(seat)[kind]) for seat in seats
            ),
            sorted([place for place, card in enumerate(column) if card == letter] for column in view.columns),
        )

    alike = [list(group) for _key, group in groupby(sorted(range(len(HUNTERS)), key=amounts), key=amounts)]
    for groups in product(*map(permutations, alike)):
        yield tuple(kind for group in groups for kind in group)


def _owned(seat: SeatView) -> Counts:
    """The sacrifice cards of a seat, as far as they are known, with those face down on the stone."""
    if isinstance(seat, RecalledSeat):
        return seat.owned
    if seat.sacrifices is None or seat.face_down is None:
        return NONE_OF_FOUR
    return added(seat.sacrifices, seat.face_down)


def _named(view: View, seats: tuple[SeatView, ...], unseen: Counts, types: _Types) -> Any:
    names = str.maketrans({HUNTERS[kind]: HUNTERS[place] for place, kind in enumerate(types)})
    return (
        tuple(sorted(column.translate(names) for column in view.columns)),
        (view.scored or "").translate(names),
        *(_ordered(counts, types) for counts in (view.supply, view.stone_open)),
        _of_cards(unseen, types),
        tuple(_of_seat(seat, types, names) for seat in seats),
    )


def _of_seat(seat: SeatView, types: _Types, names: dict[int, str]) -> Any:
    return (
        seat.wood,
        seat.glory,
        _of_cards(seat.table, types),
        seat.hand_size,
        sorted((seat.hand or "").translate(names), key=CARD_INDEX.__getitem__),
        _ordered(_owned(seat), types),
        seat.face_down_count,
        () if seat.face_down is None else _ordered(seat.face_down, types),
    )


def _ordered(counts: Counts, types: _Types) -> Counts:
    return tuple(counts[kind] for kind in types)


def _of_cards(counts: Counts, types: _Types) -> Counts:
    return counts[:FIRST_HUNTER] + _ordered(counts[FIRST_HUNTER:], types)

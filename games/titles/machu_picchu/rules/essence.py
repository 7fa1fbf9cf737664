"""The essence of a position (MAC 3 to 7): the order of the card numbers, and the stones won, but not when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.essence import Essence, from_first

from .data import LARGEST, NUMBERS, PAIRS, PRECINCT
from .precinct import STAIRS
from .state import Decision, LaidView, Priest, SeatView, View

_A_ROUND = 6
"""The increase of `progress` in a round: four cards, the move, the start of the next round."""
_MIRRORED = {"N": "S", "E": "E", "S": "N", "W": "W"}
_MIRROR_ORDER = tuple(STAIRS.index(_MIRRORED[stair]) for stair in STAIRS)


def _pair(text: str) -> str:
    """A priest card with its two priests counted from the smallest instead of the largest."""
    return "".join(sorted((str(LARGEST + 1 - int(priest)) for priest in text), reverse=True))


_IS_MIRRORED = {seats: sorted(map(_pair, pairs)) == sorted(pairs) for seats, pairs in PAIRS.items()}
"""By number of seats, whether the set of priest cards stays the same when priests are counted from the smallest."""


def progress(view: View) -> int:
    """6 for each round that has passed, plus 1 for each card on a stair, and 1 once the priests have moved."""
    laid = sum(card is not None for card in view.stairs)
    return (view.round - 1) * _A_ROUND + laid + (view.decision is Decision.PLACE)


def essence(view: View) -> Essence:
    """The essence of a position, with the seat to move first.

    Direction cards count by their rank among those still in the game; the numbers that are gone are `names`. Depots
    count by the number and the total value of their stones. Where the set of priest cards allows it, the position
    counts as equal to its mirror image: north and south swapped, card numbers and priests in reverse order.
    """
    first = view.start_player if view.to_move is None else view.to_move
    gone = sorted({*view.discards, *_numbers(view)} if view.decision is not Decision.LAY else view.discards)
    ranks = {number: rank for rank, number in enumerate(sorted({*NUMBERS}.difference(gone)))}
    sides = (False, True) if _IS_MIRRORED[len(view.seats)] else (False,)
    facts = min((_from_side(view, first, ranks, is_mirrored) for is_mirrored in sides), key=repr)
    return Essence(facts, names=tuple(gone), first=first)


def _numbers(view: View) -> list[int]:
    return [card.number for card in view.stairs if card is not None and card.number is not None]


def _from_side(view: View, first: int, ranks: Mapping[int, int], is_mirrored: bool) -> Any:
    """The facts of a position, or of its mirror image, with the seats from `first` on and cards by their `ranks`."""
    priests = view.priests[::-1] if is_mirrored else view.priests
    stairs = tuple(view.stairs[place] for place in _MIRROR_ORDER) if is_mirrored else view.stairs
    highest = len(ranks) - 1

    def rank(number: int) -> int:
        return highest - ranks[number] if is_mirrored else ranks[number]

    def of_card(card: LaidView | None) -> Any:
        if card is None or view.decision is Decision.PLACE:
            return None
        if card.priest is not None:
            return LARGEST + 1 - card.priest if is_mirrored else card.priest
        return card.is_open, card.number is not None and rank(card.number)

    def of_seat(seat: SeatView) -> Any:
        pair = seat.pair and (_pair(seat.pair) if is_mirrored else seat.pair)
        return pair, seat.hand_size, seat.hand and sorted(map(rank, seat.hand))

    sky = view.sky
    return (
        view.round,
        view.rounds,
        view.stock_size,
        len(view.suns),
        len(view.fires),
        sorted(view.sky_used),
        (sky.start_open, sky.others_open) if view.decision is Decision.LAY else None,
        sky.is_sun if view.decision is not Decision.PLACE else None,
        view.decision,
        (view.start_player - first) % len(view.seats),
        tuple(_of_priest(priest, is_mirrored) for priest in priests),
        tuple(of_card(card) for card in stairs),
        tuple(of_seat(seat) for seat in from_first(view.seats, first)),
    )


def _of_priest(priest: Priest, is_mirrored: bool) -> Any:
    field = priest.field
    if is_mirrored and field is not None:
        field = f"{field[0]}{len(PRECINCT) + 1 - int(field[1])}"
    return field, len(priest.depot), priest.value

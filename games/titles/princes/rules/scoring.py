"""Points, gold and units of goods (PRI 9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Part

from .cards import CARD_ICONS, GOLD
from .data import (
    GRANARY,
    GRANARY_BONUS,
    ICON_POINTS,
    MISSING_CARD_POINTS,
    MULTIPLIERS,
    STABLE,
    STABLE_BONUS,
    UNIT,
)
from .goods import Counts
from .state import Seat, SeatView


def icons(seat: Seat | SeatView) -> Counts:
    """The counts of the eight icons for a seat: its Incas in the five districts, its priests of three kinds."""
    return seat.incas + seat.priests


def trail_bonus(scout: int) -> int:
    """The bonus for the scout's field at the end: points, and in a conquest also gold."""
    if scout >= STABLE:
        return STABLE_BONUS
    return GRANARY_BONUS if scout >= GRANARY else 0


def breakdown(seat: Seat | SeatView) -> tuple[Part, ...]:
    """The parts of a seat's points, before a conquest multiplies them: each card by its letters, and the trail.

    For a view, only if its cards are not hidden.
    """
    assert seat.cards is not None, "these cards are hidden"
    return (
        *(card_points(seat, card) for card in seat.cards),
        Part("missing cards", seat.missing, MISSING_CARD_POINTS * seat.missing),
        Part("trail", seat.scout, trail_bonus(seat.scout)),
    )


def card_points(seat: Seat | SeatView, card: str) -> Part:
    """The points of a sacrifice card for a seat, by the number of its Incas and priests that the card shows."""
    counts = icons(seat)
    one, other = CARD_ICONS[card]
    matching = counts[one] + counts[other]
    return Part(card, matching, ICON_POINTS * matching)


def gold(seat: Seat | SeatView) -> int:
    """The gold on a seat's cards, plus its trail bonus. For a view, only if its cards are not hidden."""
    assert seat.cards is not None, "these cards are hidden"
    return sum(GOLD[card] for card in seat.cards) + trail_bonus(seat.scout)


def multipliers(amounts: Sequence[int]) -> Counts:
    """The conquest factor of each seat's points: more than 1 for the largest and the second largest amount of gold."""
    ranking = sorted(set(amounts), reverse=True)
    by_amount = dict(zip(ranking, MULTIPLIERS, strict=False))
    return tuple(by_amount.get(amount, 1) for amount in amounts)


def units(seat: Seat | SeatView) -> int:
    """The units of goods that a seat owns, which break ties."""
    return sum(count // unit for count, unit in zip(seat.goods, UNIT, strict=True))

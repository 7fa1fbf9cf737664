"""The order of a ladder, top first: whom someone may challenge, and how a challenge changes the order.

Computer players hold some rungs (`houses`). These have no place, so they can come and go without moving anyone. No
clock, no database: standard library only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Who = TypeVar("Who")


def places(houses: Sequence[bool]) -> list[int | None]:
    """The place of each rung, counting only people, from 1; None for a house rung."""
    found: list[int | None] = []
    people = 0
    for is_house in houses:
        people += not is_house
        found.append(None if is_house else people)
    return found


def reached(houses: Sequence[bool], mine: int, reach: int) -> range:
    """The indexes that someone at `mine` may challenge: the next `reach` people above, and house rungs among them.

    House rungs above the last of these people are out of reach, unless fewer than `reach` people are above.
    """
    first, people = mine, 0
    while first > 0 and people < reach:
        first -= 1
        people += not houses[first]
    return range(first, mine)


def climbed(order: Sequence[Who], below: Who, above: Who) -> list[Who]:
    """The order after `below` has won: it takes the place of `above`, which moves down by one with all between them.

    The order stays as it is if `below` is above now.
    """
    mine, theirs = order.index(below), order.index(above)
    if mine < theirs:
        return list(order)
    return [*order[:theirs], below, *order[theirs:mine], *order[mine + 1 :]]


def swapped(order: Sequence[Who], below: Who, above: Who) -> list[Who]:
    """The order after `above` has declined or not answered: both swap places. Unchanged if `below` is above now."""
    mine, theirs = order.index(below), order.index(above)
    if mine < theirs:
        return list(order)
    return [*order[:theirs], below, *order[theirs + 1 : mine], above, *order[mine + 1 :]]

"""The order of a ladder, the top first: whom someone may challenge, and what a challenge does to it.

Some rungs are held by computer players (`houses`): they have no place of their own, so that they can come and go
without moving anyone. No clock, no database: standard library only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Who = TypeVar("Who")


def places(houses: Sequence[bool]) -> list[int | None]:
    """The place of each rung, people alone counted from 1; None for a house rung."""
    found: list[int | None] = []
    people = 0
    for is_house in houses:
        people += not is_house
        found.append(None if is_house else people)
    return found


def reached(houses: Sequence[bool], mine: int, reach: int) -> range:
    """The indexes that someone at the index `mine` may challenge: `reach` people above, and house rungs among them.

    House rungs above the last of these people are out of reach; above the first person of the ladder they are not.
    """
    first, people = mine, 0
    while first > 0 and people < reach:
        first -= 1
        people += not houses[first]
    return range(first, mine)


def climbed(order: Sequence[Who], below: Who, above: Who) -> list[Who]:
    """`below` has won and takes the place of `above`, who moves one down with those between.

    Nothing happens if it is above now.
    """
    mine, theirs = order.index(below), order.index(above)
    if mine < theirs:
        return list(order)
    return [*order[:theirs], below, *order[theirs:mine], *order[mine + 1 :]]


def swapped(order: Sequence[Who], below: Who, above: Who) -> list[Who]:
    """`above` has not played: both change places. Nothing if `below` is above now."""
    mine, theirs = order.index(below), order.index(above)
    if mine < theirs:
        return list(order)
    return [*order[:theirs], below, *order[theirs + 1 : mine], above, *order[mine + 1 :]]

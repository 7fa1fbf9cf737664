"""Seating: everyone in each seat equally often, as far as the others at the table allow."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

from cups.pairing.tables import Seating, seats_of_people, seats_taken


def seated(tables: Iterable[Seating], played: Iterable[Seating]) -> list[Seating]:
    """The same tables, each in the fairest seat order given those `played`.

    It is the order, out of at most 120, with the smallest sum over the people of how often they had their seat before.
    That also makes the sum of the squares of these numbers grow least, so nobody falls far behind. Of equally fair
    orders it is the first, in which higher-placed people sit further back: others get the seat that begins.
    """
    taken = seats_taken(played)
    return [table if len(table) == 1 else _seated(table, taken) for table in tables]


def _seated(table: Seating, taken: Counter[tuple[int, int]]) -> Seating:
    return min(
        permutations(reversed(table)),
        key=lambda order: sum(taken[player, number] for number, player in seats_of_people(order)),
    )

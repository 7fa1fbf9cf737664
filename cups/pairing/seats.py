"""Who sits where: everyone on each seat equally often, as far as the others at the table allow."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

from cups.pairing.tables import COMPUTER, Seating, seats_taken


def seated(tables: Iterable[Seating], played: Iterable[Seating]) -> list[Seating]:
    """The same tables, each in the order of seats that is fairest after those `played`.

    Of all orders (120 at most) that one for which the sum over the people of how often they had their seat is least.
    That also makes the sum of the squares of all these numbers grow least, so nobody falls far behind. Of equally fair
    ones the first, in which the better placed sit further back: the seat that begins goes to the others.
    """
    taken = seats_taken(played)
    return [table if len(table) == 1 else _seated(table, taken) for table in tables]


def _seated(table: Seating, taken: Counter[tuple[int, int]]) -> Seating:
    return min(
        permutations(reversed(table)),
        key=lambda order: sum(taken[player, number] for number, player in enumerate(order) if player != COMPUTER),
    )

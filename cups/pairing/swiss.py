"""The Swiss system: everyone plays every round, against people with about as many points, and nobody twice if that
can be.

The order is that of the points, then that of the lot (in a first round: only of the lot), and tables are drawn down
this list: the Monrad way of the Swiss system, see `cups.pairing.drawing`.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from math import ceil, log

from cups.pairing.drawing import draw, kept_apart
from cups.pairing.seats import seated
from cups.pairing.tables import COMPUTER, Seating, byes, meetings

MOST_CHOICES = 60
"""How many choices of those who are free for a round are looked at."""


def rounds_wanted(people: int, full: int) -> int:
    """How many rounds leave one winner: as many as a knock-out would have, and one more at tables of three and more."""
    return max(1, ceil(log(max(people, 2), full) - 1e-9) + (full > 2))


def next_round(
    order: Sequence[int],
    full: int,
    played: Sequence[Seating],
    *,
    computers: bool,
    apart: Collection[tuple[int, int]] = (),
) -> list[Seating]:
    """The tables of the next round, byes last; none if too few are left for a table.

    `order` are those who are still there, by rank. Whoever is left over plays with computer players, where `computers`,
    and else is free: the last of the list, and nobody a second time before everyone was. The pairs `apart`, the lower
    number first, sit at one table only where that cannot be avoided: it comes before repeats.
    """
    met = kept_apart(meetings(played), apart)
    if computers:
        if len(order) < 2:
            return []
        _, tables = draw([order], sizes(len(order), full), met, full)
        full_tables = [(*table, *(COMPUTER for _ in range(full - len(table)))) for table in tables]
        return seated(full_tables, played)
    if len(order) < full:
        return []
    over = len(order) % full
    choices = list(islice(_free(order, over, played), MOST_CHOICES))
    lists = [[player for player in order if player not in free] for free in choices]
    number, tables = draw(lists, [full] * (len(order) // full), met, full)
    return [*seated(tables, played), *((player,) for player in choices[number])]


def sizes(people: int, full: int) -> list[int]:
    """How many people sit at each table if computer players take the other seats: as evenly as possible."""
    tables = -(-people // full)
    return [people // tables + (number < people % tables) for number in range(tables)]


def _free(order: Sequence[int], over: int, played: Sequence[Seating]) -> Iterator[Seating]:
    """Each choice of those who are free, the best first: fewest byes before, then those at the end of the list."""
    had = byes(played)
    places = sorted(range(len(order)), key=lambda place: (had[order[place]], -place))
    waiting = [order[place] for place in places]
    if not over:
        yield ()
        return
    last = had[waiting[over - 1]]
    surely = [player for player in waiting if had[player] < last]
    perhaps = [player for player in waiting if had[player] == last]
    for chosen in combinations(perhaps, over - len(surely)):
        yield (*surely, *chosen)

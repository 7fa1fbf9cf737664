"""The Swiss system: everyone plays every round against people with about as many points, if possible never twice.

People are ordered by points, then by lot (in the first round only by lot), and tables are drawn down this list: the
Monrad variant of the Swiss system, see `cups.pairing.drawing`.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from math import ceil, log

from cups.pairing.drawing import draw, kept_apart
from cups.pairing.seats import seated
from cups.pairing.tables import COMPUTER, Seating, byes, meetings

MOST_CHOICES = 60
"""How many choices of people with a bye are tried for a round."""


def rounds_wanted(people: int, full: int) -> int:
    """The number of rounds that leave one winner: as many as if one person of each table played on, plus one at tables
    of three or more.
    """
    return max(1, ceil(log(max(people, 2), full) - 1e-9) + (full > 2))


def next_round(
    order: Sequence[int],
    full: int,
    played: Sequence[Seating],
    *,
    computers: bool,
    apart: Collection[tuple[int, int]] = (),
) -> list[Seating]:
    """The tables of the next round, byes last; none if too few people are left for a table.

    `order` are the people who are still in the cup, by rank. With `computers`, computer players fill the tables;
    otherwise the people left over have byes: the last of the list, nobody a second time before everyone had one. The
    pairs `apart`, the lower number first, share a table only if that is unavoidable: repeats are preferred.
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
    """The number of people at each table if computer players take the other seats: as even as possible."""
    tables = -(-people // full)
    return [people // tables + (number < people % tables) for number in range(tables)]


def _free(order: Sequence[int], over: int, played: Sequence[Seating]) -> Iterator[Seating]:
    """Each choice of people with a bye, best first: those with the fewest byes so far, then those last in the list."""
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

"""Splitting people into tables so that as few as possible meet again.

It goes down the list and gives the first one left those who come next. First only what has no repeat at all is looked
at, and the first way that is found is taken: that is the pairing of the Monrad system, for tables of any size. If there
is none, all ways are gone through in the same order, by branch and bound (A. Land and A. Doig, 1960): whatever has as
many repeats already as the best one so far is left aside, so that the first of those with the fewest repeats remains.
That is quick while repeats are rare, and exact while people are few. Between these, when many must meet again, it may
take too long: then the best of what was found is taken, and at least tables that were filled one by one and made better
by exchanging two people while that helps (2-opt).

Some are to be kept apart, as one has blocked the other. That comes before repeats: everyone would rather meet again
than these two sit at one table. Who is free was settled before (`cups.pairing.swiss`): nobody is free a second time
for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cups.pairing.tables import COMPUTER, Seating

STEPS = 30_000
"""How many people the search sits down before it gives up: about a tenth of a second."""

Met = Counter[tuple[int, int]]


@dataclass(slots=True)
class _Limit:
    """How many repeats are looked at, and how many steps are left."""

    most: int
    steps: int


def kept_apart(met: Met, apart: Iterable[tuple[int, int]]) -> Met:
    """The meetings with the pairs `apart`, the lower number first, as so many that one such table is worse than all
    repeats that a round can have.
    """
    worse = 1 + met.total()
    return met + Counter(dict.fromkeys(apart, worse))


class _TooLong(Exception):
    """The search has used up its steps."""


def cost(tables: Sequence[Seating], met: Met, full: int) -> int:
    """How many meetings are repeats. A third meeting counts twice, a second one with computer players once too.

    `tables` without the computer players, which are those that a table lacks to be `full`.
    """
    return sum(_added(table[:number], player, met) for table in tables for number, player in enumerate(table)) + sum(
        met[COMPUTER, player] for table in tables if len(table) < full for player in table
    )


def draw(lists: Sequence[Sequence[int]], sizes: Sequence[int], met: Met, full: int) -> tuple[int, list[Seating]]:
    """The number of the list, and its tables with the fewest repeats.

    `lists` are different choices of those who play, the best first, each in the order of rank; `sizes` how many people
    sit at the tables, which have `full` seats. Where several ways have equally few repeats the first list counts, then
    that the first one left sits with more people, then with whom.
    """
    limit = _Limit(most=0, steps=STEPS)
    best: tuple[int, list[Seating]] | None = None
    try:
        for number, people in enumerate(lists):
            for _, tables in _ways(list(people), Counter(sizes), full, met, 0, limit):
                return number, tables
        best = 0, _exchanged(lists[0], sizes, full, met)
        limit.most = cost(best[1], met, full)
        for number, people in enumerate(lists):
            for repeats, tables in _ways(list(people), Counter(sizes), full, met, 0, limit):
                best, limit.most = (number, tables), repeats - 1
    except _TooLong:
        pass
    return best if best is not None else (0, _exchanged(lists[0], sizes, full, met))


def _ways(
    people: Sequence[int], sizes: Counter[int], full: int, met: Met, spent: int, limit: _Limit
) -> Iterator[tuple[int, list[Seating]]]:
    """Each way to sit `people` down that keeps within the limit as it is then, with its repeats and those `spent`."""
    if not people:
        yield spent, []
        return
    for size in sorted((size for size, count in sizes.items() if count), reverse=True):
        short = size < full
        begun = spent + (met[COMPUTER, people[0]] if short else 0)
        for table, then in _tables([people[0]], people[1:], size - 1, short, met, begun, limit):
            rest = [player for player in people if player not in table]
            for repeats, tables in _ways(rest, sizes - Counter([size]), full, met, then, limit):
                yield repeats, [tuple(table), *tables]


def _tables(
    table: list[int], people: Sequence[int], wanted: int, short: bool, met: Met, spent: int, limit: _Limit
) -> Iterator[tuple[list[int], int]]:
    """Each way to add so many of `people`, in their order, with its repeats and those `spent`."""
    if not wanted:
        if spent <= limit.most:
            yield table, spent
        return
    for number in range(len(people) - wanted + 1):
        limit.steps -= 1
        if limit.steps < 0:
            raise _TooLong
        player = people[number]
        then = spent + _added(table, player, met) + (met[COMPUTER, player] if short else 0)
        if then <= limit.most:
            yield from _tables([*table, player], people[number + 1 :], wanted - 1, short, met, then, limit)


def _exchanged(people: Sequence[int], sizes: Sequence[int], full: int, met: Met) -> list[Seating]:
    """Tables filled from the top with whoever has met the others least, then exchanged by twos while that helps."""
    left = list(people)
    tables: list[list[int]] = []
    for size in sorted(sizes, reverse=True):
        table = [left.pop(0)]
        while len(table) < size:
            player = min(left, key=lambda player: _added(table, player, met))
            left.remove(player)
            table.append(player)
        tables.append(table)

    def worth(table: list[int]) -> int:
        return cost([tuple(table)], met, full)

    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            if not worth(one) and not worth(other):
                continue
            for here in range(len(one)):
                for there in range(len(other)):
                    before = worth(one) + worth(other)
                    one[here], other[there] = other[there], one[here]
                    if worth(one) + worth(other) < before:
                        better = True
                    else:
                        one[here], other[there] = other[there], one[here]
    return [tuple(table) for table in tables]


def _added(table: Sequence[int], player: int, met: Met) -> int:
    return sum(met[min(player, other), max(player, other)] for other in table)

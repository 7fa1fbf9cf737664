"""Splitting people into tables with as few repeats (pairs who have met before) as possible.

The search goes down the list and seats the first person left with those who come next. It first looks only for drawings
without any repeat and takes the first one it finds: the Monrad system, for tables of any size. If there is none, it
tries all drawings in the same order, by branch and bound (A. Land and A. Doig, 1960): it drops every branch that
already has as many repeats as the best drawing so far, and keeps the first drawing with the fewest repeats. This is
quick while repeats are rare, and exact while people are few. In between, when many must meet again, it may run out of
steps. Then it returns the best drawing found so far. That is never worse than tables filled greedily and improved by
exchanging two people while that helps (2-opt).

Two people are kept apart if each has blocked the other. This weighs more than all possible repeats together. It does
not change who gets a bye (`cups.pairing.swiss`): nobody gets a second bye to avoid someone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from cups.pairing.tables import COMPUTER, Seating

STEPS = 30_000
"""How many people the search seats before it gives up: about a tenth of a second."""

Met = Counter[tuple[int, int]]


@dataclass(slots=True)
class _Limit:
    """The most repeats a drawing may have, and how many steps are left."""

    most: int
    steps: int


def kept_apart(met: Met, apart: Iterable[tuple[int, int]]) -> Met:
    """The meetings, plus the pairs `apart` (the lower number first), weighted more than all repeats in one round."""
    worse = 1 + met.total()
    return met + Counter(dict.fromkeys(apart, worse))


class _TooLong(Exception):
    """The search has used up its steps."""


def cost(tables: Sequence[Seating], met: Met, full: int) -> int:
    """The number of repeats at `tables`. A third meeting counts twice; meeting computer players again counts too.

    `tables` lists only people; computer players fill each table up to `full` seats.
    """
    return sum(_added(table[:number], player, met) for table in tables for number, player in enumerate(table)) + sum(
        met[COMPUTER, player] for table in tables if len(table) < full for player in table
    )


def draw(lists: Sequence[Sequence[int]], sizes: Sequence[int], met: Met, full: int) -> tuple[int, list[Seating]]:
    """The tables with the fewest repeats, and the index in `lists` of the people they seat.

    `lists` are alternative choices of who plays, best first, each in rank order; `sizes` the numbers of people at the
    tables, which have `full` seats. Ties go to the earlier list, then to the drawing that seats the first person left
    at a larger table, then to the one that seats them with people who come earlier in the list.
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
    """Each drawing of `people` within the current limit, with the number of its repeats plus `spent`."""
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
    """Each way to add `wanted` of `people` to `table`, in their order, with the number of its repeats plus `spent`."""
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
    """Tables filled greedily, then improved by exchanging pairs of people."""
    tables = _filled(people, sizes, met)
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            better |= _exchange(one, other, full, met)
    return [tuple(table) for table in tables]


def _exchange(one: list[int], other: list[int], full: int, met: Met) -> bool:
    """Exchange people of two tables wherever that makes fewer repeats. Returns whether it did anywhere."""

    def repeats() -> int:
        return cost([tuple(one), tuple(other)], met, full)

    left = begun = repeats()
    for here, there in product(range(len(one)), range(len(other))):
        if not left:
            break
        one[here], other[there] = other[there], one[here]
        if (now := repeats()) < left:
            left = now
        else:
            one[here], other[there] = other[there], one[here]
    return left < begun


def _filled(people: Sequence[int], sizes: Sequence[int], met: Met) -> list[list[int]]:
    """Tables filled one after the other with those who have met the others there least."""
    left = list(people)
    tables: list[list[int]] = []
    for size in sorted(sizes, reverse=True):
        table = [left.pop(0)]
        while len(table) < size:
            player = min(left, key=lambda player: _added(table, player, met))
            left.remove(player)
            table.append(player)
        tables.append(table)
    return tables


def _added(table: Sequence[int], player: int, met: Met) -> int:
    return sum(met[min(player, other), max(player, other)] for other in table)

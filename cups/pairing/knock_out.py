"""Knock-out: at tables of two and three the winner plays on, at tables of four and five the first two.

Tables are drawn by seed in every round, so that the best meet as late as possible. Seeds go to the tables in a
serpentine: the first pass from the first table to the last, the second pass back, and so on. With two seats the first
seed meets the last. When the numbers do not fit, the first seeds get byes. Only the seeds decide who meets whom: people
who have met, or of whom each has blocked the other, are not kept apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from cups.pairing.tables import COMPUTER, Seating, Table, seats_of_people


def going_on(full: int) -> int:
    """How many people of a full table play on."""
    return max(1, full // 2)


def next_round(alive: Sequence[int], full: int) -> list[Seating]:
    """The tables of the next round, byes last; none when the cup is decided. `alive` is in seed order.

    There are enough tables to leave a number of people with which nobody needs a bye in the round after (2, 4, 8 … with
    two seats). The final table may have fewer people than seats; computer players take the others.
    """
    if len(alive) < 2:
        return []
    if len(alive) <= full:
        return [(*alive, *(COMPUTER for _ in range(full - len(alive))))]
    out = full - going_on(full)
    aim = full
    while (larger := aim * full // going_on(full)) < len(alive):
        aim = larger
    count = max(1, min(-(-(len(alive) - aim) // out), len(alive) // full))
    free, playing = alive[: len(alive) - count * full], alive[len(alive) - count * full :]
    tables: list[list[int]] = [[] for _ in range(count)]
    for deal in range(full):
        dealt = playing[deal * count : (deal + 1) * count]
        for table, player in zip(tables if deal % 2 == 0 else reversed(tables), dealt, strict=True):
            table.append(player)
    return [*(tuple(table) for table in tables), *((player,) for player in free)]


def staying(seeds: Sequence[int], tables: Sequence[Table], full: int) -> list[int]:
    """The people who play on after a round, in seed order. Of equal ranks the better seed plays on.

    After the final table, which seats everyone who is left, only the winner remains.
    """
    playing = {player for table in tables for player in table.people}
    is_last = len(tables) == 1 and len(playing) <= full
    on: set[int] = set()
    for table in tables:
        order = by_rank(seeds, table)
        on.update(order if table.is_bye else order[: 1 if is_last else going_on(full)])
    return [player for player in seeds if player in on]


def by_rank(seeds: Sequence[int], table: Table) -> list[int]:
    """The people of a table, best first; of equal ranks the better seed comes first."""
    rank = dict(zip(table.players, table.ranks, strict=True))
    return sorted(table.people, key=lambda player: (rank[player], seeds.index(player)))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings: how many rounds someone survived, and their rank at their last table."""

    player: int
    place: int
    survived: int
    rank: int


def standings(seeds: Sequence[int], rounds: Sequence[Sequence[Table]], full: int) -> list[Line]:
    """Everyone by rounds survived, then by the rank at their last table. Equals share a place."""
    survived = dict.fromkeys(seeds, 0)
    rank = dict.fromkeys(seeds, 1)
    for tables in rounds:
        on = set(staying(seeds, tables, full))
        for table in tables:
            for seat, player in seats_of_people(table.players):
                survived[player] += player in on
                rank[player] = table.ranks[seat]

    def worth(player: int) -> tuple[int, int]:
        return -survived[player], rank[player]

    lines: list[Line] = []
    for _, equal in groupby(sorted(seeds, key=worth), key=worth):
        place = len(lines) + 1
        lines += [Line(player, place, survived[player], rank[player]) for player in equal]
    return lines

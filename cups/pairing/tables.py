"""What has been played: tables with their results, and what can be counted in them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

COMPUTER = 0
"""Whoever is no person at a table; there may be several of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """People, and computer players, in the order of their seats, with the rank of each: 1 is best, equal ranks tie."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.players) == len(self.ranks)

    @property
    def people(self) -> tuple[int, ...]:
        """Those of the table that are no computer players."""
        return tuple(player for player in self.players if player != COMPUTER)

    @property
    def is_bye(self) -> bool:
        """Whether someone has nobody to play against."""
        return len(self.players) == 1


Round = Sequence[Table]
Seating = tuple[int, ...]
"""A table before it is played."""


def bye(player: int) -> Table:
    """The table of someone who is free for a round."""
    return Table((player,), (1,))


def duel(table: Table, one: int, other: int) -> Fraction:
    """What the seat `one` has won against the seat `other`: 1, a half, or nothing."""
    mine, theirs = table.ranks[one], table.ranks[other]
    return Fraction(1 if mine < theirs else 0) if mine != theirs else Fraction(1, 2)


def points(table: Table) -> dict[int, Fraction]:
    """For each person the share of the opponents that they have beaten; a tie counts half, a bye like a win.

    So every table is worth the same whatever its size: its winner gets 1, its last 0. With two seats it is chess.
    """
    if table.is_bye:
        return {table.players[0]: Fraction(1)}
    seats = range(len(table.players))
    return {
        player: sum((duel(table, seat, other) for other in seats if other != seat), Fraction()) / (len(seats) - 1)
        for seat, player in enumerate(table.players)
        if player != COMPUTER
    }


def total(rounds: Iterable[Round]) -> dict[int, Fraction]:
    """The points of all rounds of everyone who has played in one."""
    sums: dict[int, Fraction] = {}
    for table in _tables(rounds):
        for player, share in points(table).items():
            sums[player] = sums.get(player, Fraction()) + share
    return sums


def meetings(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """How often each two have met, the lower number first. With (COMPUTER, person): how often computers were there."""
    met: Counter[tuple[int, int]] = Counter()
    for seating in seatings:
        people = sorted(player for player in seating if player != COMPUTER)
        met.update(combinations(people, 2))
        if len(people) < len(seating):
            met.update((COMPUTER, player) for player in people)
    return met


def byes(seatings: Iterable[Seating]) -> Counter[int]:
    """How often each was free."""
    return Counter(seating[0] for seating in seatings if len(seating) == 1)


def seats_taken(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """How often each person sat on each seat, as (person, number of the seat)."""
    return Counter(
        (player, number)
        for seating in seatings
        if len(seating) > 1
        for number, player in enumerate(seating)
        if player != COMPUTER
    )


def seatings_of(rounds: Iterable[Round]) -> list[Seating]:
    """The tables of all rounds without their results."""
    return [table.players for table in _tables(rounds)]


def _tables(rounds: Iterable[Round]) -> Iterable[Table]:
    return (table for tables in rounds for table in tables)

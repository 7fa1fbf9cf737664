"""Played tables with their results, and counts over them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

COMPUTER = 0
"""The number of every computer player; a table may have several."""


@dataclass(frozen=True, slots=True)
class Table:
    """People and computer players in seat order, with the rank of each: 1 is best, equal ranks tie."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.players) == len(self.ranks)

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are not computer players."""
        return tuple(player for _seat, player in seats_of_people(self.players))

    @property
    def is_bye(self) -> bool:
        """Whether the table has only one player."""
        return len(self.players) == 1


Round = Sequence[Table]
Seating = tuple[int, ...]
"""The players of a table in seat order, without results."""


def seats_of_people(seating: Seating) -> list[tuple[int, int]]:
    """(number of the seat, person) for everyone at a table but computer players."""
    return [(seat, player) for seat, player in enumerate(seating) if player != COMPUTER]


def bye(player: int) -> Table:
    """The table of someone who has a bye."""
    return Table((player,), (1,))


def duel(table: Table, one: int, other: int) -> Fraction:
    """The result of the seat `one` against the seat `other`: 1, a half, or 0."""
    mine, theirs = table.ranks[one], table.ranks[other]
    return Fraction(1 if mine < theirs else 0) if mine != theirs else Fraction(1, 2)


def is_won(ranks: Sequence[int], seat: int) -> bool:
    """Whether the seat has won its table: it has the best rank, and not everyone has it.

    So nobody has won a draw of two, or a match that all agreed to end.
    """
    return ranks[seat] == 1 < max(ranks)


def points(table: Table) -> dict[int, Fraction]:
    """For each person the share of the opponents that they beat; a tie counts half, a bye as a win.

    So every table is worth the same whatever its size: the winner gets 1, the last 0. With two seats it is as in chess.
    """
    if table.is_bye:
        return {table.players[0]: Fraction(1)}
    seats = range(len(table.players))
    return {
        player: sum((duel(table, seat, other) for other in seats if other != seat), Fraction()) / (len(seats) - 1)
        for seat, player in seats_of_people(table.players)
    }


def total(rounds: Iterable[Round]) -> dict[int, Fraction]:
    """The total points of everyone who has played in any of the rounds."""
    sums: dict[int, Fraction] = {}
    for table in _tables(rounds):
        for player, share in points(table).items():
            sums[player] = sums.get(player, Fraction()) + share
    return sums


def meetings(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """How often each pair has met, the lower number first; (COMPUTER, person) counts tables with computer players."""
    met: Counter[tuple[int, int]] = Counter()
    for seating in seatings:
        people = sorted(player for _seat, player in seats_of_people(seating))
        met.update(combinations(people, 2))
        if len(people) < len(seating):
            met.update((COMPUTER, player) for player in people)
    return met


def byes(seatings: Iterable[Seating]) -> Counter[int]:
    """The number of byes of each person."""
    return Counter(seating[0] for seating in seatings if len(seating) == 1)


def seats_taken(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """How often each person had each seat, by (person, number of the seat)."""
    return Counter(
        (player, number) for seating in seatings if len(seating) > 1 for number, player in seats_of_people(seating)
    )


def seatings_of(rounds: Iterable[Round]) -> list[Seating]:
    """The tables of all rounds without their results."""
    return [table.players for table in _tables(rounds)]


def _tables(rounds: Iterable[Round]) -> Iterable[Table]:
    return (table for tables in rounds for table in tables)

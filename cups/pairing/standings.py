"""Standings: points and tie-breaks.

1. The points of all rounds.
2. The sum of all opponents' points (Buchholz): it rewards meeting stronger people. A computer player counts as an
   opponent with half the possible points, and a bye as a full table of such opponents, so nobody gains or loses by it.
3. The results of those who are still equal against each other.
4. The number of tables won; nobody wins a table where all are equal.

People equal in all of these share a place. Pairing uses `ranking`, an order without these tie-breaks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from cups.pairing.tables import COMPUTER, Round, duel, is_won, seats_of_people, total


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    player: int
    place: int
    points: Fraction
    opponents: Fraction
    direct: Fraction
    wins: int


def standings(everybody: Sequence[int], rounds: Sequence[Round], full: int) -> list[Line]:
    """Everyone, best first; equals in the order given."""
    points = total(rounds)
    opponents, wins = _opponents(everybody, rounds, full, points), _wins(everybody, rounds)

    def first(player: int) -> tuple[Fraction, Fraction]:
        return points.get(player, Fraction()), opponents[player]

    lines: list[Line] = []
    for _, equal in groupby(sorted(everybody, key=first, reverse=True), key=first):
        group = list(equal)
        against = _direct(group, rounds)

        def then(player: int, against: dict[int, Fraction] = against) -> tuple[Fraction, int]:
            return against[player], wins[player]

        for _, same in groupby(sorted(group, key=then, reverse=True), key=then):
            place = len(lines) + 1
            lines += [Line(player, place, *first(player), against[player], wins[player]) for player in same]
    return lines


def _opponents(
    everybody: Sequence[int], rounds: Sequence[Round], full: int, points: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """For each person the sum of the `points` of all opponents; `full` is the number of seats of a full table."""
    half = Fraction(len(rounds), 2)
    sums = dict.fromkeys(everybody, Fraction())
    for table in (table for tables in rounds for table in tables):
        worth = [half if player == COMPUTER else points[player] for player in table.players]
        for seat, player in seats_of_people(table.players):
            sums[player] += (full - 1) * half if table.is_bye else sum(worth) - worth[seat]
    return sums


def _wins(everybody: Sequence[int], rounds: Sequence[Round]) -> dict[int, int]:
    """For each person the number of tables won; a bye is none."""
    wins = dict.fromkeys(everybody, 0)
    for table in (table for tables in rounds for table in tables if not table.is_bye):
        for seat, player in seats_of_people(table.players):
            wins[player] += is_won(table.ranks, seat)
    return wins


def ranking(everybody: Iterable[int], rounds: Sequence[Round]) -> list[int]:
    """Everyone by points; equals in the order given, which is that of the lot."""
    points = total(rounds)
    return sorted(everybody, key=lambda player: -points.get(player, Fraction()))


def _direct(group: Collection[int], rounds: Sequence[Round]) -> dict[int, Fraction]:
    """For each person of a group the sum of their duels against the others in it."""
    won = dict.fromkeys(group, Fraction())
    if len(won) < 2:
        return won
    for table in (table for tables in rounds for table in tables):
        seats = [seat for seat, player in enumerate(table.players) if player in won]
        for seat in seats:
            won[table.players[seat]] += sum((duel(table, seat, other) for other in seats if other != seat), Fraction())
    return won

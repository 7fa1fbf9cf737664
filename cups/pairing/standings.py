"""Who leads: points, and what decides between equal ones.

1. The points of all rounds.
2. The points of all opponents together (Buchholz): who met stronger people did more. A bye counts as a full table of
   opponents, and a computer player as one, who have half of what can be had: nobody gains or loses by that.
3. What those who are still equal have won against each other.
4. How many tables someone has won.

Whoever is equal in all of it shares a place. An order of players that needs no tie-break, for pairing, is `ranking`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from cups.pairing.tables import COMPUTER, Round, duel, total


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
    """Everyone, the best first; equals in the order in which they were given."""
    points = total(rounds)
    half = Fraction(len(rounds), 2)
    opponents = dict.fromkeys(everybody, Fraction())
    wins = dict.fromkeys(everybody, 0)
    for table in (table for tables in rounds for table in tables):
        for seat, player in enumerate(table.players):
            if player == COMPUTER:
                continue
            if table.is_bye:
                opponents[player] += (full - 1) * half
                continue
            wins[player] += table.ranks[seat] == 1
            opponents[player] += sum(
                (half if other == COMPUTER else points[other])
                for number, other in enumerate(table.players)
                if number != seat
            )

    def first(player: int) -> tuple[Fraction, Fraction]:
        return points.get(player, Fraction()), opponents[player]

    lines: list[Line] = []
    for _, equal in groupby(sorted(everybody, key=first, reverse=True), key=first):
        group = list(equal)
        against = _direct(group, rounds)

        def then(player: int, against: dict[int, Fraction] = against) -> tuple[Fraction, int]:
            return against[player], wins[player]

        begun = len(lines)
        for _, same in groupby(sorted(group, key=then, reverse=True), key=then):
            place = len(lines) + 1
            lines += [Line(player, place, *first(player), against[player], wins[player]) for player in same]
        assert len(lines) == begun + len(group)
    return lines


def ranking(everybody: Iterable[int], rounds: Sequence[Round]) -> list[int]:
    """Everyone by points, and where these are equal in the order given: that of the lot."""
    points = total(rounds)
    return sorted(everybody, key=lambda player: -points.get(player, Fraction()))


def _direct(group: Collection[int], rounds: Sequence[Round]) -> dict[int, Fraction]:
    """What each of a group has won against the others of it."""
    won = dict.fromkeys(group, Fraction())
    if len(won) < 2:
        return won
    for table in (table for tables in rounds for table in tables):
        seats = [seat for seat, player in enumerate(table.players) if player in won]
        for seat in seats:
            won[table.players[seat]] += sum((duel(table, seat, other) for other in seats if other != seat), Fraction())
    return won

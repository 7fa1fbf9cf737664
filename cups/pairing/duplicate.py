"""Duplicate: all tables of a round have one deal, and everyone is compared with those who had the same seat elsewhere.

So the luck of the deal falls out. Who sits where does not depend on results: everyone meets others and takes another
seat each round, as far as the numbers allow.

The result of a seat is its lead: how many points it has more than the best other side at its table, below 0 how many
less. For each seat with the same number that it has outdone at another table it gets 2 match points, 1 for each with
the same lead, as in bridge; computer players are compared like everyone else. Whoever left comes behind all who
stayed, and where a game ended early without points those who stayed are equal to all who stayed elsewhere. The share of
the match points that could be had counts, so that every round is worth the same: 1 at most.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from cups.pairing import swiss
from cups.pairing.standings import Line
from cups.pairing.tables import COMPUTER, Seating

LEFT = "left"
"""In the place of a lead: whoever sat there has left the game, or ran out of time."""

Lead = int | str | None
"""Of a seat; None where the game ended early and its person had stayed."""

LEAST = 2
"""With fewer tables there is nobody to be compared with."""

FEW_SEATS, ROUNDS = 2, 4
"""At tables of two each seat is taken twice."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A table of a round that is over, in the order of its seats."""

    players: tuple[int, ...]
    leads: tuple[Lead, ...]
    ranks: tuple[int, ...]


def rounds_wanted(full: int) -> int:
    """So many rounds that everyone can have each seat equally often."""
    return ROUNDS if full == FEW_SEATS else full


def next_round(
    order: Sequence[int], full: int, played: Sequence[Seating], *, apart: Collection[tuple[int, int]] = ()
) -> list[Seating]:
    """The tables of the next round, computer players in the seats that are left over; none if all fit at one table.

    `order` are those who are still there, by lot; `apart` who is to sit at different tables, as in `swiss`.
    """
    return swiss.next_round(order, full, played, computers=True, apart=apart) if len(order) > full else []


def match_points(tables: Sequence[Sequence[Lead]]) -> list[list[int]]:
    """The match points of each seat of each table of a round."""
    return [
        [
            sum(_against(lead, other[seat]) for place, other in enumerate(tables) if place != number)
            for seat, lead in enumerate(leads)
        ]
        for number, leads in enumerate(tables)
    ]


def most(tables: int) -> int:
    """How many match points a seat can have in a round of so many tables."""
    return 2 * (tables - 1)


def standings(everybody: Sequence[int], rounds: Sequence[Sequence[Dealt]]) -> list[Line]:
    """Everyone by the shares of all rounds, then by tables won; equals in the order in which they were given."""
    shares = dict.fromkeys(everybody, Fraction())
    wins = dict.fromkeys(everybody, 0)
    for tables in rounds:
        found = match_points([table.leads for table in tables])
        for table, points in zip(tables, found, strict=True):
            for seat, player in enumerate(table.players):
                if player != COMPUTER:
                    shares[player] += Fraction(points[seat], most(len(tables)))
                    wins[player] += table.ranks[seat] == 1

    def worth(player: int) -> tuple[Fraction, int]:
        return shares[player], wins[player]

    lines: list[Line] = []
    for _, equal in groupby(sorted(everybody, key=worth, reverse=True), key=worth):
        place = len(lines) + 1
        lines += [Line(player, place, shares[player], Fraction(), Fraction(), wins[player]) for player in equal]
    return lines


def _against(lead: Lead, other: Lead) -> int:
    """What a seat gets for another one: 2, 1 or nothing."""
    if LEFT in (lead, other):
        return 1 if lead == other else 0 if lead == LEFT else 2
    if lead is None or other is None or lead == other:
        return 1
    assert isinstance(lead, int)
    assert isinstance(other, int)
    return 2 if lead > other else 0

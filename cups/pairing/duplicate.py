"""Duplicate: all tables of a round play one deal, and everyone is compared with those in the same seat elsewhere.

This removes the luck of the deal. Pairings and seats do not depend on results: each round everyone meets other people
and takes another seat, as far as the numbers allow.

The result of a seat is its lead: its points minus those of the best other side at its table. As in bridge, a seat gets
2 match points for each smaller lead of the same seat at another table, and 1 for each equal one; computer players are
compared like everyone else. People who left come behind all who stayed. Where a game ended early without points, those
who stayed are equal to all who stayed elsewhere. What counts is the share of the possible match points, so every round
is worth the same: at most 1.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from cups.pairing import swiss
from cups.pairing.standings import Line
from cups.pairing.tables import Seating, is_won, seats_of_people

LEFT = "left"
"""Replaces the lead of someone who left the game or ran out of time."""

Lead = int | str | None
"""The lead of a seat, or `LEFT`; None if the game ended early without points and its player stayed."""

FEW_SEATS, ROUNDS = 2, 4
"""At tables of two there are four rounds, so that everyone takes each seat twice."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A table of a finished round, in seat order."""

    players: tuple[int, ...]
    leads: tuple[Lead, ...]
    ranks: tuple[int, ...]


def rounds_wanted(full: int) -> int:
    """The number of rounds in which everyone can take each seat equally often."""
    return ROUNDS if full == FEW_SEATS else full


def next_round(
    order: Sequence[int], full: int, played: Sequence[Seating], *, apart: Collection[tuple[int, int]] = ()
) -> list[Seating]:
    """The tables of the next round, filled up with computer players; none if everyone fits at one table.

    `order` are the people who are still in the cup, by lot; `apart` the pairs to keep apart, as in `swiss`.
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
    """The most match points a seat can get in a round of `tables` tables."""
    return 2 * (tables - 1)


def standings(everybody: Sequence[int], rounds: Sequence[Sequence[Dealt]]) -> list[Line]:
    """Everyone by the sum of their shares, then by tables won; equals share a place, in the order given."""
    shares = dict.fromkeys(everybody, Fraction())
    wins = dict.fromkeys(everybody, 0)
    for tables in rounds:
        found = match_points([table.leads for table in tables])
        for table, points in zip(tables, found, strict=True):
            for seat, player in seats_of_people(table.players):
                shares[player] += Fraction(points[seat], most(len(tables)))
                wins[player] += is_won(table.ranks, seat)

    def worth(player: int) -> tuple[Fraction, int]:
        return shares[player], wins[player]

    lines: list[Line] = []
    for _, equal in groupby(sorted(everybody, key=worth, reverse=True), key=worth):
        place = len(lines) + 1
        lines += [Line(player, place, shares[player], Fraction(), Fraction(), wins[player]) for player in equal]
    return lines


def _against(lead: Lead, other: Lead) -> int:
    """The match points of a seat for one other lead: 2, 1 or 0."""
    if LEFT in (lead, other):
        return 1 if lead == other else 0 if lead == LEFT else 2
    if lead is None or other is None or lead == other:
        return 1
    assert isinstance(lead, int)
    assert isinstance(other, int)
    return 2 if lead > other else 0

"""The result of a match as text: `0:3=2:3 1:-4 end=sky` (notation.md, "Record")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from games.engine.contract import Outcome

_STANDING = re.compile(r"(0|[1-9][0-9]?):(0|-?[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as the record says it; `str()` is its text."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        order = sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))
        groups = [
            "=".join(f"{seat}:{self.points[seat]}" for seat in tied)
            for _, tied in groupby(order, key=self.ranks.__getitem__)
        ]
        return f"{' '.join(groups)} end={self.reason}"


def result_of(outcome: Outcome) -> Result:
    """The result that a record states for an outcome."""
    return Result(outcome.points, outcome.ranks, outcome.reason)


def parse_result(text: str) -> Result:
    """Parse a result. Raises ValueError if it is not one, or not in its one canonical form."""
    standings, _, reason = text.rpartition(" end=")
    points: dict[int, int] = {}
    ranks: dict[int, int] = {}
    for group in standings.split(" "):
        rank = len(points) + 1
        for standing in group.split("="):
            match = _STANDING.fullmatch(standing)
            if match is None:
                raise ValueError(f"{standing!r} in the result is not seat:points")
            seat = int(match[1])
            if seat in points:
                raise ValueError(f"the result names seat {seat} twice")
            points[seat], ranks[seat] = int(match[2]), rank
    if sorted(points) != list(range(len(points))):
        raise ValueError("the result must name every seat")
    seats = range(len(points))
    result = Result(tuple(points[seat] for seat in seats), tuple(ranks[seat] for seat in seats), reason)
    if str(result) != text:
        raise ValueError(f"the result must be written {str(result)!r}")
    return result

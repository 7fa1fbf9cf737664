"""The example on the page about duplicate: one round of three tables of two, reckoned as in a cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cups.pairing import duplicate

POINTS = (("Ana", 89, "Bo", 80), ("Cai", 71, "Dee", 84), ("Eli", 92, "Fay", 87))
"""For each table who sat on the first and on the second seat, and with how many points they ended."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Someone at a table of the example."""

    name: str
    points: int
    lead: int
    match_points: int


def example_context() -> dict[str, Any]:
    """What `cups/duplicate.html` is filled with."""
    leads = [(one - other, other - one) for _name, one, _other, other in POINTS]
    found = duplicate.match_points(leads)
    tables = [
        (Seat(one, mine, lead[0], points[0]), Seat(other, theirs, lead[1], points[1]))
        for (one, mine, other, theirs), lead, points in zip(POINTS, leads, found, strict=True)
    ]
    return {"tables": tables, "most": duplicate.most(len(POINTS)), "rounds_of_two": duplicate.ROUNDS}

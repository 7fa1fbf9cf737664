"""The example on the page about duplicate: one round of three tables of two, scored by the code that scores cups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cups.pairing import duplicate

POINTS = (("Ana", 89, "Bo", 80), ("Cai", 71, "Dee", 84), ("Eli", 92, "Fay", 87))
"""For each table the names and final points of the first and second seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the example with its result."""

    name: str
    points: int
    lead: int
    match_points: int


def example_context() -> dict[str, Any]:
    """The template context of `cups/duplicate.html`."""
    leads = [(one - other, other - one) for _name, one, _other, other in POINTS]
    found = duplicate.match_points(leads)
    tables = [
        (Seat(one, mine, lead[0], points[0]), Seat(other, theirs, lead[1], points[1]))
        for (one, mine, other, theirs), lead, points in zip(POINTS, leads, found, strict=True)
    ]
    return {"tables": tables, "most": duplicate.most(len(POINTS)), "rounds_of_two": duplicate.ROUNDS}

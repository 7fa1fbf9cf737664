"""Points that are not a plain sum."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Product:
    """The `factor` that multiplies all other `points` of a seat; the part called `name` explains it in `words`."""

    name: str
    words: str
    points: int
    factor: int

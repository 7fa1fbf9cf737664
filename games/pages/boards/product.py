"""Points that are not a plain sum."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Product:
    """Multiplies all other points of a seat, `points`, by `factor`, which the part called `name` explains in words."""

    name: str
    words: str
    points: int
    factor: int

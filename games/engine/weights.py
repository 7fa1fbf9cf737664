"""Evaluation weights: the numbers by which a game's `evaluate` estimates a position.

Each game keeps its own in `weights.toml`, with a note on how they were found; `manage.py tune` plays slightly different
ones against each other.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

WeightsT = TypeVar("WeightsT")

FILE = "weights.toml"


def read(package: str, kind: type[WeightsT]) -> WeightsT:
    """Read the weights of a package, as a frozen dataclass of numbers. Raises TypeError for a wrong name."""
    table: dict[str, Any] = tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return kind(**table["weights"])

"""Defaults for presenters: the features that most games do not have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

if TYPE_CHECKING:
    from games.engine.contract import Outcome
    from games.pages.boards.curves import Subject
    from games.pages.boards.product import Product
    from games.selectors.position.positions import Entry

BESIDE = ""
"""No template beside the seats."""

PICTURE = ""
"""No picture in emails."""

ORDERS: Mapping[str, tuple[str | Promise, Mapping[str, str | Promise]]] = {}
"""No standing orders."""


def chapter(view: Any) -> str:
    """No chapter: the game has no days or rounds."""
    return ""


def log_sign(entry: Entry) -> str:
    """No icon in the log."""
    return ""


def part_kind(name: str) -> str:
    """The name itself: each part of the points is its own kind."""
    return name


def partners(view: Any) -> Sequence[list[int]]:
    """No partners: everyone plays alone."""
    return ()


def product(outcome: Outcome, number: int) -> Product | None:
    """No product: points are a plain sum."""
    return None


def subjects(view: Any) -> list[Subject] | None:
    """No other subjects: the public numbers are about the seats."""
    return None

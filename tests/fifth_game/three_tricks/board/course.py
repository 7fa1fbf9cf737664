"""What the course of the score of Three Tricks shows."""

from typing import Any

from games.pages.boards.usual import subjects as subjects

POINTS = "Tricks"
PUBLIC = "Tricks"


def hides(view: Any) -> bool:
    """Tricks lie open."""
    return False


def points(view: Any) -> tuple[int, ...]:
    """The tricks of each seat."""
    taken: tuple[int, ...] = view.tricks
    return taken


def public(view: Any) -> tuple[int, ...]:
    """The same."""
    return points(view)

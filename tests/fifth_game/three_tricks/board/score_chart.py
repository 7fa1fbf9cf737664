"""The score chart of Three Tricks."""

from typing import Any

from games.pages.boards.usual import subjects as subjects

POINTS = "Tricks"
PUBLIC = "Tricks"


def hides(view: Any) -> bool:
    """Whether points are hidden: tricks are open."""
    return False


def points(view: Any) -> tuple[int, ...]:
    """The tricks of each seat."""
    taken: tuple[int, ...] = view.tricks
    return taken


def public(view: Any) -> tuple[int, ...]:
    """The points that everyone sees: all of them."""
    return points(view)

"""Moves of pieces on a board, and marks that show an action in advance; places are named by `data-at`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece moves from one place to another; `drawing` is its symbol in the kit of the board.

    A place that is not on the page is replaced by what contains it: `hand-fish` by `hand`.
    """

    start: str
    goal: str
    drawing: str

    def __str__(self) -> str:
        return f"{self.start} {self.goal} {self.drawing}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The effect that an action would have at a place: a short `text` beside it, or the piece there is `lifted`."""

    place: str
    text: str = ""
    lifted: bool = False

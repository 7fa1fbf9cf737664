"""What moves on a board, and what is shown on it in advance; places are named by `data-at`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
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
    """What an action would do at a place: a short `text` beside it, or what is there is `lifted`."""

    place: str
    text: str = ""
    lifted: bool = False

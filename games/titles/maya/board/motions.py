"""The movements on the board of Maya, and the marks that show an action in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.marks import Mark, Motion
from games.titles.maya.rules.data import LEVELS
from games.titles.maya.rules.state import TWO, View

from .words import SIDES

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def motions(position: Position, entry: Entry) -> list[Motion]:
    """The movements of the ladders and priests that an action earned; the towers themselves are moved by the board."""
    before: View = entry.before
    after: View = entry.after
    if before.seats > TWO:
        return []
    seat, side = f"seat-{entry.seat}", SIDES[entry.seat]
    ladders = [
        Motion(seat, f"ladder-{number}-{sum(was)}", f"ladder-{side}")
        for number, (was, now) in enumerate(zip(before.ladders, after.ladders, strict=True), 1)
        if was != now
    ]
    priests = [
        Motion(seat, f"level-{number}-{LEVELS}", f"priest-{side}")
        for number, (was, now) in enumerate(zip(before.priests, after.priests, strict=True), 1)
        if was != now
    ]
    return ladders + priests


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The blocks that a swap would exchange, or the place of a piece or the monolith."""
    verb, *words = entry.text.split()
    match verb:
        case "swap":
            first, second, level = cut(words[0])
            return [
                Mark(f"level-{number}-{piece}", lifted=True)
                for number in (first, second)
                for piece in range(level, LEVELS + 1)
            ]
        case "monolith":
            return [Mark("cut-{}-{}-{}".format(*cut(words[0])))]
        case "place":
            return [Mark("place-{}-{}".format(*words))]
    return []


def cut(word: str) -> tuple[int, int, int]:
    """The two towers and the level of a cut such as `1-2@3`."""
    pair, level = word.split("@")
    first, second = pair.split("-")
    return int(first), int(second), int(level)

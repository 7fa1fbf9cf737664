"""The movements on the precinct, and the marks that show an action there in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.marks import Mark, Motion
from games.titles.machu_picchu.rules.state import View

from .outlook import likely_priest, step
from .words import likely_move, signed

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def motions(position: Position, entry: Entry) -> list[Motion]:
    """The movement of a card that was laid, or the movements of the priests and of the stones they took."""
    verb, *words = entry.text.split()
    match verb:
        case "lay":
            start = f"hand-{words[0]}" if entry.seat == position.view.seat else f"seat-{entry.seat}"
            return [Motion(start, f"stair-{words[1]}", "card")]
        case "place":
            return [Motion(f"priest-{words[0]}", f"field-{words[1]}", f"priest-{words[0]}")]
    after: View = entry.after
    assert after.last is not None
    found = []
    for made in after.last.steps:
        if made.end != made.start:
            goal = "stones-fire" if made.end is None else f"field-{made.end}"
            found.append(Motion(f"priest-{made.priest}", goal, f"priest-{made.priest}"))
        stones = "fire" if made.end is None else "sun"
        found += [Motion(f"stones-{stones}", f"depot-{made.priest}", f"stone-{stones}") for _stone in made.stones]
    return found


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The stones that an order would win, or the priest that a card would most likely move, and where to."""
    verb, *words = entry.text.split()
    if verb == "lay":
        return _outlook(entry.before, int(words[0]), words[1])
    if verb == "order":
        after: View = entry.after
        assert after.last is not None
        return [Mark(f"depot-{made.priest}", signed(sum(made.stones))) for made in after.last.steps if made.stones]
    return []


def _outlook(view: View, number: int, stair: str) -> list[Motion | Mark]:
    priest, chance = likely_priest(view, number)
    made = step(view, priest, stair)
    place = f"priest-{priest}" if made.end in (None, made.start) else f"field-{made.end}"
    found: list[Motion | Mark] = [Mark(place, likely_move(priest, chance))]
    if made.end is not None and made.end != made.start:
        found.append(Motion(f"priest-{priest}", place, f"priest-{priest}"))
    if made.stones:
        found.append(Mark(f"depot-{priest}", signed(sum(made.stones))))
    return found

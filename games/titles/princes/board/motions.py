"""The movements on the map of the Princes, the places that change, and the marks that show an action in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.marks import Mark, Motion
from games.titles.princes.rules.data import GRANARY, STABLE, SUMMIT
from games.titles.princes.rules.districts import GOOD_OF, PRODUCTION_INDEX, SUNDIAL
from games.titles.princes.rules.goods import CORN, LLAMA
from games.titles.princes.rules.state import SeatView

from .words import PRIEST

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def changed_places(entry: Entry) -> set[str]:
    """The places on the board that the entry's action changed."""
    verb, *words = entry.text.split()
    word = words[0] if words else ""
    match verb:
        case "go" | "jump" | "settle":
            return {f"district-{word}"}
        case "hire" | "recall":
            return {f"district-{code}" for code in word.split("+")}
        case "produce" | "sacrifice" | "offer":
            return {f"district-{entry.before.place}"}
        case "moon" | "collect" | "decline":
            return {f"moon-{word}"}
        case "market" | "sell" | "buy":
            return {f"ware-{word.lstrip('+-')}"}
        case "take":
            return {f"row-{word}"}
    return set()


def motions(position: Position, entry: Entry) -> list[Motion]:
    """The movements that an action caused: of the prince, of goods and priests to those who receive them, and of the
    scouts, with what the granary and the stable give them.
    """
    return [*_of_the_action(entry), *_of_what_follows(entry)]


def _of_the_action(entry: Entry) -> list[Motion]:
    """The movements of what the action itself is about, and of the goods that a visit gives at once."""
    verb, *words = entry.text.split()
    word, seat = words[0] if words else "", f"seat-{entry.seat}"
    match verb:
        case "go" | "jump":
            start = seat if entry.before.seats[entry.seat].prince is None else f"prince-{entry.seat}"
            return [Motion(start, f"district-{word}", f"prince-{entry.seat + 1}"), *_of_goods_made(entry, word)]
        case "produce":
            return _of_goods_made(entry, entry.before.place)
        case "buy":
            return [Motion(f"ware-{word}", seat, f"good-{word}")]
        case "sell":
            return [Motion(f"ware-{word}", seat, f"good-{CORN}")]
        case "take" if word in PRIEST:
            return [Motion(f"row-{word}", seat, f"tile-{word}")]
        case "collect":
            return [Motion(f"moon-{word}", seat, f"good-{word}")]
        case "goods":
            return [Motion(f"district-{SUNDIAL}", seat, f"good-{good}") for good in word.split("+")]
    return []


def _of_goods_made(entry: Entry, place: str) -> list[Motion]:
    """The movements of the goods of a production district to those who have got some; none elsewhere."""
    if place not in PRODUCTION_INDEX:
        return []
    index, seats = PRODUCTION_INDEX[place], zip(entry.before.seats, entry.after.seats, strict=True)
    return [
        Motion(f"district-{place}", f"seat-{number}", f"good-{GOOD_OF[place]}")
        for number, (was, now) in enumerate(seats)
        if now.goods[index] > was.goods[index]
    ]


def _of_what_follows(entry: Entry) -> list[Motion]:
    """For each seat, the movements of the corn of its moon tile, of its scout, and of the gifts along the trail."""
    found = []
    for number, (was, now) in enumerate(zip(entry.before.seats, entry.after.seats, strict=True)):
        seat = f"seat-{number}"
        if CORN in was.tiles and CORN not in now.tiles:
            found.append(Motion(f"moon-{CORN}", seat, f"good-{CORN}"))
        if now.scout != was.scout:
            found.append(Motion(f"scout-{number}", f"trail-{now.scout}", f"scout-{number + 1}"))
            found += [Motion(f"trail-{field}", seat, f"good-{good}") for field, good in _passed(was, now)]
    return found


def _passed(was: SeatView, now: SeatView) -> list[tuple[int, str]]:
    """The granary and the stable, with what each gives, if a scout has just reached or passed them."""
    ways = [(was.scout, now.scout)] if now.scout > was.scout else [(was.scout, SUMMIT), (0, now.scout)]
    gifts = ((GRANARY, CORN), (STABLE, LLAMA))
    return [(field, good) for start, end in ways for field, good in gifts if start < field <= end]


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The places that the action is about, marked "+1" where it adds an Inca."""
    verb = entry.text.split()[0]
    if verb in ("go", "jump"):
        return []
    more = "+1" if verb in ("hire", "settle") else ""
    return [Mark(place, more) for place in sorted(changed_places(entry))]

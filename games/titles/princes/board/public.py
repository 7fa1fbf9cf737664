"""The public part of the board of the Princes: city, days and moon tiles, trail, market, priests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.sentences import gettext as _
from games.pages.boards.menu import Choice, Group, Place, Places
from games.pages.boards.names import seat_name
from games.titles.princes.rules.cards import PRIESTS
from games.titles.princes.rules.data import (
    BEGINNERS_DAYS_SHORTER,
    FIRST_DAY,
    GRANARY,
    GRANARY_CORN,
    LAST_DAY,
    PRICES,
    PRIEST_COSTS,
    PRIEST_COUNTS,
    PRIEST_STEPS,
    STABLE,
    STABLE_LLAMAS,
    SUMMIT,
)
from games.titles.princes.rules.districts import DISTRICTS
from games.titles.princes.rules.goods import GOODS, WARE_INDEX, WARES
from games.titles.princes.rules.market import BUY_PRICES, SELL_PRICES
from games.titles.princes.rules.moon import TILES
from games.titles.princes.rules.state import View

from .amounts import goods_text
from .answers import answers
from .city import ground, open_stairs
from .sites import SITES
from .words import GOOD, PRIEST, TILE, Good, Priest, Tile

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the time track, and whether corn lies on the moon after it."""

    number: int
    state: str
    has_corn: bool


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon tile: free, or in front of the seat `holder`."""

    place: Place
    decline: Place
    tile: Tile
    holder: int | None
    holder_name: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the Inca trail with its gift and the scouts on it."""

    number: int
    icon: str
    gift: str
    scouts: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the market; at the first free one and the last full one, `choice` shifts the column."""

    is_full: bool
    choice: Choice | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the market: its slots from the highest price, and the current selling and buying price."""

    place: Place
    good: Good
    slots: list[Slot]
    sells: int
    costs: int
    sell: Place
    buy: Place


@dataclass(frozen=True, slots=True)
class Row:
    """A row of priest tiles: the numbers uncovered one by one, the tiles left, and the cost of one."""

    place: Place
    priest: Priest
    steps: list[tuple[int, str]]
    cost: list[Good]
    cost_text: str
    left: int
    worth: int


@dataclass(frozen=True, slots=True)
class End:
    """The possible ends of the game: the last day, and the priests and cards left until a rescue."""

    day: int
    is_today: bool
    priests: int
    cards: int


def public_part(position: Position, groups: list[Group], places: Places) -> dict[str, Any]:
    """The context of the board's public part; `places` are those of the menu `groups`."""
    view: View = position.view
    grounds = [ground(position, code, places) for code in DISTRICTS]
    return {
        "districts": sorted(grounds, key=lambda each: SITES[each.district.code].plate[1]),
        "stairs": open_stairs(position, grounds),
        "days": _days(view),
        "moons": [_moon(position, word, places) for word in TILES],
        "sun": view.sun,
        "sun_name": "" if view.sun is None else seat_name(position, view.sun),
        "trail": [_field(position, number) for number in range(SUMMIT + 1)],
        "prices": PRICES,
        "market": [_column(view, word, places) for word in WARES],
        "leave": places["leave"],
        "answers": answers(groups),
        "asked_at": view.seats[view.active].prince,
        "rows": [_row(view, word, places) for word in PRIESTS],
        "taken": sum(PRIEST_COUNTS) - sum(view.rows),
        "tiles_in_all": sum(PRIEST_COUNTS),
        "deck_size": len(view.deck),
        "end": None if view.over else End(LAST_DAY, view.day == LAST_DAY, sum(view.rows), len(view.deck)),
    }


def _days(view: View) -> list[Day]:
    first = FIRST_DAY[len(view.seats)] + (BEGINNERS_DAYS_SHORTER if view.is_beginner else 0)

    def state(day: int) -> str:
        if day < first:
            return "off"
        return "past" if day < view.day else "now" if day == view.day else "later"

    return [Day(day, state(day), view.day <= day < LAST_DAY and not view.over) for day in range(1, LAST_DAY + 1)]


def _moon(position: Position, word: str, places: Places) -> Moon:
    view: View = position.view
    holder = next((number for number, seat in enumerate(view.seats) if word in seat.tiles), None)
    name = "" if holder is None else seat_name(position, holder)
    return Moon(places[f"moon-{word}"], places[f"decline-{word}"], TILE[word], holder, name)


def _field(position: Position, number: int) -> Field:
    view: View = position.view
    icon, gift = {
        GRANARY: ("g-corn", _("{corn} corn for passing").format(corn=GRANARY_CORN)),
        STABLE: ("g-llama", _("{llamas} llama for passing").format(llamas=STABLE_LLAMAS)),
        SUMMIT: ("cardback", _("summit: a sacrifice card")),
    }.get(number, ("", ""))
    scouts = [(index, seat_name(position, index)) for index, seat in enumerate(view.seats) if seat.scout == number]
    return Field(number, icon, gift, scouts)


def _column(view: View, word: str, places: Places) -> Column:
    count = view.market[WARE_INDEX[word]]
    return Column(
        place=places[f"ware-{word}"],
        good=GOOD[word],
        slots=[_slot(number, count, word, places) for number in range(len(PRICES))],
        sells=SELL_PRICES[count],
        costs=BUY_PRICES[count],
        sell=places[f"sell-{word}"],
        buy=places[f"buy-{word}"],
    )


def _slot(number: int, count: int, word: str, places: Places) -> Slot:
    if number not in (count - 1, count):
        return Slot(number < count)
    place = places[f"less-{word}" if number < count else f"more-{word}"]
    return Slot(number < count, place.choice, place.name)


def _row(view: View, word: str, places: Places) -> Row:
    kind = PRIESTS.index(word)
    taken = PRIEST_COUNTS[kind] - view.rows[kind]
    steps = [
        (number, "was" if place < taken - 1 else "now" if place == taken - 1 else "tile")
        for place, number in enumerate(PRIEST_STEPS[kind])
    ]
    cost = PRIEST_COSTS[kind]
    return Row(
        place=places[f"row-{word}"],
        priest=PRIEST[word],
        steps=steps,
        cost=[GOOD[good] for good, number in zip(GOODS, cost, strict=True) for _unit in range(number)],
        cost_text=goods_text(cost),
        left=view.rows[kind],
        worth=PRIEST_STEPS[kind][taken - 1] if taken else 0,
    )

"""The public part of the board of the Princes, in sections: the display (city, sky, trail), the market, the priests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from common.sentences import gettext as _
from common.sentences import language
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
from games.titles.princes.rules.goods import GOODS, WARE_INDEX, WARES, Counts
from games.titles.princes.rules.market import BUY_PRICES, SELL_PRICES
from games.titles.princes.rules.moon import TILES
from games.titles.princes.rules.state import View

from .amounts import goods_text
from .answers import Answer, answers
from .city import Ground, ground, open_stairs
from .sites import SITES
from .words import GOOD, PRIEST, TILE, Good, Priest, Tile

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

LATEST = 64
"""How many public parts, markets and rows of priests are cached: the latest, until everyone has been shown them."""


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


@dataclass(frozen=True, eq=False)
class Display:
    """The city between the sky and the trail. Like the other sections, it equals only itself, so its drawing is kept
    for this very object.
    """

    districts: list[Ground]
    stairs: list[str]
    days: list[Day]
    moons: list[Moon]
    sun: int | None
    sun_name: str
    trail: list[Field]
    answers: list[Answer]
    asked_at: str | None


@dataclass(frozen=True, eq=False)
class Market:
    """The market with its prices; `leave` is where its visitor leaves it."""

    prices: Sequence[int]
    market: list[Column]
    leave: Place


@dataclass(frozen=True, eq=False)
class Priests:
    """The priests that are left, and the sacrifice cards."""

    rows: list[Row]
    taken: int
    tiles_in_all: int
    deck_size: int


@dataclass(frozen=True, eq=False)
class InWords:
    """All three sections as the board in words describes them; nothing can be chosen there."""

    districts: list[Ground]
    trail: list[Field]
    market: list[Column]
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the sections are made of: a view, the names of the seats, and the places with what can be chosen there."""

    view: View
    names: tuple[str, ...]
    places: Places
    answers: list[Answer]


_SECTION_OF = {
    **dict.fromkeys(("district", "answer", "moon", "decline"), "display"),
    **dict.fromkeys(("leave", "ware", "less", "more", "sell", "buy"), "market"),
    "row": "priests",
    "hand": "",
}
"""The section of each kind of place; the hand is not public."""


def public_part(position: Position, groups: list[Group], changed: frozenset[str]) -> dict[str, Any]:
    """The context of the board's public part; `groups` is the menu of the position, `changed` what has just changed.

    A section where its reader may choose nothing is `shared`: made of a spectator's view, and drawn once for everyone.
    """
    names = tuple(seat_name(position, number) for number in range(len(position.seats)))
    by_all = position.seen_by_all
    for_all = {} if by_all is None else _sections_for_all(by_all, names, changed, language())
    chosen = _sections_with_choices(groups)
    shared = {name: section for name, section in for_all.items() if name not in chosen}
    own = _Seen(position.view, names, Places(groups, changed), answers(groups))
    context: dict[str, Any] = {"shared": shared}
    for name, make in _MAKERS.items():
        context |= vars(shared[name] if name in shared else make(own))
    return context


def _sections_with_choices(groups: list[Group]) -> set[str]:
    places = {name for group in groups for choice in group.actions for name in choice.target.split()}
    return {_SECTION_OF[place.partition("-")[0]] for place in places}


@lru_cache(maxsize=LATEST)
def _sections_for_all(
    view: View, names: tuple[str, ...], changed: frozenset[str], _language: str | None
) -> dict[str, Any]:
    """Every section as it looks to all who may choose nothing there."""
    display = _display(_Seen(view, names, Places([], changed), []))
    market = _market_for_all(view.market, _changed_in("market", changed), language())
    priests = _priests_for_all(view.rows, len(view.deck), _changed_in("priests", changed), language())
    in_words = InWords(display.districts, display.trail, market.market, priests.rows)
    return {"display": display, "market": market, "priests": priests, "in_words": in_words}


@lru_cache(maxsize=LATEST)
def _market_for_all(market: Counts, changed: frozenset[str], _language: str | None) -> Market:
    """The market, the same from one action to the next while none of these changes: then it is not drawn again."""
    return _market(market, Places([], changed))


@lru_cache(maxsize=LATEST)
def _priests_for_all(rows: Counts, deck_size: int, changed: frozenset[str], _language: str | None) -> Priests:
    """The priests, the same from one action to the next like the market."""
    return _priests(rows, deck_size, Places([], changed))


def _changed_in(section: str, changed: frozenset[str]) -> frozenset[str]:
    return frozenset(place for place in changed if _SECTION_OF.get(place.partition("-")[0]) == section)


def _display(seen: _Seen) -> Display:
    view, names, places = seen.view, seen.names, seen.places
    grounds = [ground(view, names, code, places) for code in DISTRICTS]
    return Display(
        districts=sorted(grounds, key=lambda each: SITES[each.district.code].plate[1]),
        stairs=open_stairs(view, grounds),
        days=_days(view),
        moons=[_moon(view, names, word, places) for word in TILES],
        sun=view.sun,
        sun_name="" if view.sun is None else names[view.sun],
        trail=[_field(view, names, number) for number in range(SUMMIT + 1)],
        answers=seen.answers,
        asked_at=view.seats[view.active].prince,
    )


def _market(market: Counts, places: Places) -> Market:
    columns = [_column(market[WARE_INDEX[word]], word, places) for word in WARES]
    return Market(prices=PRICES, market=columns, leave=places["leave"])


def _priests(rows: Counts, deck_size: int, places: Places) -> Priests:
    return Priests(
        rows=[_row(rows[kind], kind, places) for kind in range(len(PRIESTS))],
        taken=sum(PRIEST_COUNTS) - sum(rows),
        tiles_in_all=sum(PRIEST_COUNTS),
        deck_size=deck_size,
    )


_MAKERS: dict[str, Callable[[_Seen], Any]] = {
    "display": _display,
    "market": lambda seen: _market(seen.view.market, seen.places),
    "priests": lambda seen: _priests(seen.view.rows, len(seen.view.deck), seen.places),
}


def end(view: View) -> End | None:
    """The possible ends of the game; None once it is over."""
    return None if view.over else End(LAST_DAY, view.day == LAST_DAY, sum(view.rows), len(view.deck))


def _days(view: View) -> list[Day]:
    first = FIRST_DAY[len(view.seats)] + (BEGINNERS_DAYS_SHORTER if view.is_beginner else 0)

    def state(day: int) -> str:
        if day < first:
            return "off"
        return "past" if day < view.day else "now" if day == view.day else "later"

    return [Day(day, state(day), view.day <= day < LAST_DAY and not view.over) for day in range(1, LAST_DAY + 1)]


def _moon(view: View, names: Sequence[str], word: str, places: Places) -> Moon:
    holder = next((number for number, seat in enumerate(view.seats) if word in seat.tiles), None)
    name = "" if holder is None else names[holder]
    return Moon(places[f"moon-{word}"], places[f"decline-{word}"], TILE[word], holder, name)


def _field(view: View, names: Sequence[str], number: int) -> Field:
    icon, gift = {
        GRANARY: ("g-corn", _("{corn} corn for passing").format(corn=GRANARY_CORN)),
        STABLE: ("g-llama", _("{llamas} llama for passing").format(llamas=STABLE_LLAMAS)),
        SUMMIT: ("cardback", _("summit: a sacrifice card")),
    }.get(number, ("", ""))
    scouts = [(index, names[index]) for index, seat in enumerate(view.seats) if seat.scout == number]
    return Field(number, icon, gift, scouts)


def _column(count: int, word: str, places: Places) -> Column:
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


def _row(left: int, kind: int, places: Places) -> Row:
    word, taken = PRIESTS[kind], PRIEST_COUNTS[kind] - left
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
        left=left,
        worth=PRIEST_STEPS[kind][taken - 1] if taken else 0,
    )

"""The board of the Princes as places and rows for its template."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.pages.boards.menu import Choice, Group, Place, Places
from games.pages.boards.names import seat_name
from games.titles.princes.rules.cards import GOLD, PRIESTS
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
from games.titles.princes.rules.scoring import breakdown, card_points, gold
from games.titles.princes.rules.state import Decision, SeatView, View

from .amounts import goods_text
from .answers import answers
from .city import ground, open_stairs
from .drawings import drawings
from .log import changed_places
from .sites import SITES
from .words import GOOD, PEOPLE, PRIEST, TILE, Card, Good, Priest, Tile, card

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

HEADINGS: tuple[tuple[str, str | Promise], ...] = (
    *((GOOD[word].icon, people.many) for word, people in zip(GOODS, PEOPLE, strict=True)),
    *((PRIEST[word].icon, PRIEST[word].many) for word in PRIESTS),
    ("cardback", gettext_lazy("sacrifice cards")),
    ("lu-footprints", gettext_lazy("field on the trail")),
)
"""The columns of the standings, in their order: the picture and the words above each."""


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
class Held:
    """A sacrifice card in a hand, with the points it would score now."""

    place: Place
    card: Card
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The counts of one seat: its Incas by profession, its priests, its cards, and the field of its scout."""

    number: int
    name: str
    is_reader: bool
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The possible ends of the game: the last day, and the priests and cards left until a rescue."""

    day: int
    is_today: bool
    priests: int
    cards: int


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A seat's sacrifice cards, face up, with their points and gold."""

    number: int
    name: str
    cards: list[Held]
    points: int
    gold: int


def board(position: Position, groups: list[Group]) -> dict[str, Any]:
    """The context of the board template; `groups` is the menu of the position."""
    view: View = position.view
    places = Places(groups, _just_changed(position))
    own = None if view.seat is None else view.seats[view.seat]
    grounds = [ground(position, code, places) for code in DISTRICTS]
    return drawings() | {
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
        "hand": None if own is None or own.cards is None else [_held(own, letters, places) for letters in own.cards],
        "puts_back": view.summit.returns if position.legal and view.decision is Decision.RETURN and view.summit else 0,
        "hand_points": 0
        if own is None or own.cards is None
        else sum(card_points(own, letters).points for letters in own.cards),
        "hand_gold": 0 if own is None or own.cards is None else sum(GOLD[letters] for letters in own.cards),
        "points": None if own is None or own.cards is None else sum(part.points for part in breakdown(own)),
        "gold": None if own is None or own.cards is None else gold(own),
        "standings": _standings(position),
        "headings": HEADINGS,
        "end": None if view.over else End(LAST_DAY, view.day == LAST_DAY, sum(view.rows), len(view.deck)),
        "open_hands": _open_hands(position, places),
    }


def _just_changed(position: Position) -> Set[str]:
    plays = [entry for entry in position.entries if entry.text]
    return changed_places(plays[-1]) if plays else set()


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


def _held(seat: SeatView, letters: str, places: Places) -> Held:
    return Held(places[f"hand-{letters}"], card(letters), card_points(seat, letters).points)


def _standings(position: Position) -> list[Standing]:
    view: View = position.view
    return [
        Standing(
            number,
            seat_name(position, number),
            number == position.seat,
            (*seat.incas, *seat.priests, seat.hand_size, seat.scout),
        )
        for number, seat in enumerate(view.seats)
    ]


def _open_hands(position: Position, places: Places) -> list[OpenHand]:
    """The cards of all seats, for viewers who see them all; empty for a viewer who sees only their own."""
    view: View = position.view
    if view.seat is not None and not view.over:
        return []
    hands = []
    for number, seat in enumerate(view.seats):
        if seat.cards is None:
            continue
        cards = [_held(seat, letters, places) for letters in seat.cards]
        hands.append(
            OpenHand(
                number,
                seat_name(position, number),
                cards,
                sum(held.points for held in cards),
                sum(held.card.gold for held in cards),
            )
        )
    return hands

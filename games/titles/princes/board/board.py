"""The board of the Princes as places and rows for its template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

from common.sentences import gettext_lazy
from games.pages.boards.menu import Group, Place, Places
from games.pages.boards.names import seat_name
from games.titles.princes.rules.cards import GOLD, PRIESTS
from games.titles.princes.rules.goods import GOODS
from games.titles.princes.rules.scoring import breakdown, card_points, gold
from games.titles.princes.rules.state import Decision, SeatView, View

from .drawings import drawings
from .motions import changed_places
from .public import end, public_part
from .words import GOOD, PEOPLE, PRIEST, Card, card

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
    changed = _just_changed(position)
    places = Places(groups, changed)
    readers_part = {
        "puts_back": view.summit.returns if position.legal and view.decision is Decision.RETURN and view.summit else 0,
        "standings": _standings(position),
        "headings": HEADINGS,
        "end": end(view),
        "open_hands": _open_hands(position, places),
    }
    return drawings() | public_part(position, groups, changed) | readers_part | _hand_part(view, places)


def _hand_part(view: View, places: Places) -> dict[str, Any]:
    """The part of the context about the hand that is shown; empty values where it is hidden from the viewer."""
    own = None if view.seat is None else view.seats[view.seat]
    if own is None or own.cards is None:
        return {"hand": None, "hand_points": 0, "hand_gold": 0, "points": None, "gold": None}
    return {
        "hand": [_held(own, letters, places) for letters in own.cards],
        "hand_points": sum(card_points(own, letters).points for letters in own.cards),
        "hand_gold": sum(GOLD[letters] for letters in own.cards),
        "points": sum(part.points for part in breakdown(own)),
        "gold": gold(own),
    }


def _just_changed(position: Position) -> frozenset[str]:
    plays = [entry for entry in position.entries if entry.text]
    return frozenset(changed_places(plays[-1]) if plays else ())


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

"""The board of Rapa Nui as rows and cells for its template."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

from common.enumerating import enumerated
from common.sentences import gettext, pgettext
from common.sentences import gettext_lazy as _
from games.pages.boards.menu import Group, Place, Places
from games.pages.boards.names import seat_name
from games.titles.rapa_nui.rules.cards import CARD_INDEX, MOAI, TYPE_INDEX, Counts
from games.titles.rapa_nui.rules.data import MOST_HUNTERS, WOOD_FOR_A_POINT
from games.titles.rapa_nui.rules.display import fewest_draws
from games.titles.rapa_nui.rules.ending import breakdown, values
from games.titles.rapa_nui.rules.scoring import majority
from games.titles.rapa_nui.rules.state import Decision, Good, SeatView, View

from .drawings import drawings
from .menu import hand_place, known_stone
from .motions import changed_places
from .stocks import part_label
from .words import KINDS, TABLE_ORDER, TYPES, Kind

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the display; `front` is None if it could not be refilled at the end of the game."""

    place: Place
    number: int
    under: list[Kind]
    front: Kind | None
    scored: bool

    @property
    def under_in_words(self) -> str:
        """The covered cards in the order in which they would be uncovered."""
        return enumerated(kind.name for kind in reversed(self.under))


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the viewer's hand; pressing it plays `number` cards of its kind."""

    place: Place
    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class Stack:
    """Sacrifice cards of one type: the viewer's, or those of the supply."""

    place: Place
    kind: Kind
    count: int
    worth: int


@dataclass(frozen=True, slots=True)
class StoneRow:
    """One type on the stone of sacrifice: face-up cards, the viewer's own face-down ones, and a card's value so far."""

    place: Place
    kind: Kind
    open: int
    own: int
    worth: int

    @property
    def words(self) -> str:
        """The face-up cards in words."""
        return gettext("{cards} (each worth {worth})").format(cards=_counts([(self.kind, self.open)]), worth=self.worth)

    @property
    def pips(self) -> range:
        """One for each face-up card."""
        return range(self.open)

    @property
    def own_pips(self) -> range:
        """One for each of the viewer's own face-down cards."""
        return range(self.own)


@dataclass(frozen=True, slots=True)
class Cell:
    """The number of cards of a kind on a seat's table; `most`: it alone has the most, and enough for the bonus."""

    place: Place
    kind: Kind
    count: int
    most: bool


@dataclass(frozen=True, slots=True)
class Row:
    """The cards on one seat's table."""

    number: int
    name: str
    is_reader: bool
    cells: list[Cell]

    @property
    def words(self) -> str:
        """The number of cards of each kind, in words."""
        return _counts((cell.kind, cell.count) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Score:
    """The points of the seat whose hand is shown, as far as it knows them, and their parts."""

    points: int
    parts: list[tuple[str | Promise, int]]


@dataclass(frozen=True, slots=True)
class End:
    """The nearness of the end: whether this round or this turn may be the last, and the wood that makes a point."""

    is_near: bool
    is_last: bool
    wood: int


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A seat's hand and sacrifice cards, face up."""

    number: int
    name: str
    cards: list[Kind]
    stacks: list[Stack]


_SUPPLY_VERBS: dict[Decision | None, Any] = {Decision.ADD: _("Sacrifice"), Decision.TAKE: _("Take")}


def board(position: Position, groups: list[Group]) -> dict[str, Any]:
    """The context of the board template; `groups` is the menu of the position."""
    view: View = position.view
    places = Places(groups, _just_changed(position))
    stone = known_stone(view)
    worth = values(stone)
    stone_rows = [_stone_row(view, kind, worth, places) for kind in TYPES]
    public_part = {
        "columns": [_column(view, index, places) for index in range(len(view.columns))],
        "deck_size": view.deck_size,
        "stone": stone_rows,
        "stone_in_words": enumerated(row.words for row in stone_rows),
        "stone_hidden": view.stone_hidden,
        "stone_own": sum(view.stone_own),
        "stone_others": view.stone_hidden - sum(view.stone_own),
        "supply": _stacks("supply", view.supply, worth, places),
        "supply_in_words": _counts(zip(TYPES, view.supply, strict=True)),
        "tables": _rows(position, view, places),
        "open_hands": _open_hands(position, worth, places),
        "end": None if view.over else _end(view),
        "over": view.over,
        "incomes": [place for good in Good if (place := places[f"income-{good.value}"]).choice],
        "supply_verb": _SUPPLY_VERBS.get(view.decision, _("Buy")),
    }
    return drawings() | public_part | _own_part(position, worth, places)


def _own_part(position: Position, worth: Counts, places: Places) -> dict[str, Any]:
    """The part of the context about the seat whose hand is shown; empty values where it is hidden from the viewer."""
    view: View = position.view
    own = None if view.seat is None else view.seats[view.seat]
    hand = None if own is None else own.hand
    part: dict[str, Any] = {
        "hand_of": "" if view.seat is None or view.seat == position.seat else seat_name(position, view.seat),
        "hand": None if hand is None else [_card(hand, index, places) for index in range(len(hand))],
    }
    if own is None or own.sacrifices is None:
        return part | {"own": None, "own_worth": 0, "score": None}
    return part | {
        "own": _stacks("own", own.sacrifices, worth, places),
        "own_worth": sum(count * each for count, each in zip(own.sacrifices, worth, strict=True)),
        "score": _score(own, worth),
    }


def _counts(counts: Iterable[tuple[Kind, int]]) -> str:
    """Kinds with the count of each: "Fish 2, Grain 0"."""
    return enumerated(f"{kind.name} {count}" for kind, count in counts)


def _just_changed(position: Position) -> Set[str]:
    plays = [entry for entry in position.entries if entry.text]
    return changed_places(plays[-1]) if plays else set()


def _column(view: View, index: int, places: Places) -> Column:
    cards = [KINDS[letter] for letter in view.columns[index]]
    scored = view.scored is not None and view.last_column == index + 1
    return Column(places[f"column-{index + 1}"], index + 1, cards[:-1], cards[-1] if cards else None, scored)


def _card(hand: str, index: int, places: Places) -> Card:
    """A card of the hand. The second of a kind stands for playing two, if that is legal; otherwise for playing one."""
    kind = KINDS[hand[index]]
    number = hand[: index + 1].count(hand[index])
    together = places[hand_place(kind, number)]
    return Card(together, kind, number) if together.choice else Card(places[hand_place(kind, 1)], kind, 1)


def _score(seat: SeatView, worth: Counts) -> Score:
    """The points that a seat would have now; its sacrifice cards are one part."""
    parts = breakdown(seat, worth)
    own = [(part_label(part.name), part.points) for part in parts if part.name in ("glory", "wood", KINDS[MOAI].word)]
    cards = sum(part.points for part in parts) - sum(points for _label, points in own)
    return Score(sum(part.points for part in parts), [*own, (pgettext("Rapa Nui", "Sacrifice cards"), cards)])


def _end(view: View) -> End:
    fewest = fewest_draws(view.columns, view.deck_size)
    draws = MOST_HUNTERS if view.decision in (Decision.TURN, Decision.PLAY) else view.draws_left
    return End(fewest <= MOST_HUNTERS * len(view.seats), fewest <= draws, WOOD_FOR_A_POINT)


def _stone_row(view: View, kind: Kind, worth: tuple[int, ...], places: Places) -> StoneRow:
    index = TYPE_INDEX[kind.letter]
    return StoneRow(places[f"stone-{kind.word}"], kind, view.stone_open[index], view.stone_own[index], worth[index])


def _stacks(where: str, counts: tuple[int, ...], worth: tuple[int, ...], places: Places) -> list[Stack]:
    return [
        Stack(places[f"{where}-{kind.word}"], kind, count, each)
        for kind, count, each in zip(TYPES, counts, worth, strict=True)
    ]


def _rows(position: Position, view: View, places: Places) -> list[Row]:
    rows = [
        Row(number, seat_name(position, number), number == position.seat, []) for number in range(len(position.seats))
    ]
    for letter in TABLE_ORDER:
        kind = KINDS[letter]
        counts = [seat.table[CARD_INDEX[letter]] for seat in view.seats]
        leader = majority(counts)
        for row, count in zip(rows, counts, strict=True):
            place = places[f"table-{row.number}-{kind.word}"]
            row.cells.append(Cell(place, kind, count, most=row.number == leader))
    return rows


def _open_hands(position: Position, worth: tuple[int, ...], places: Places) -> list[OpenHand]:
    """The hands and sacrifice cards of all seats, for viewers who see them; empty for those who see only their own."""
    view: View = position.view
    if view.seat is not None and not view.over:
        return []
    return [
        OpenHand(
            number,
            seat_name(position, number),
            [KINDS[letter] for letter in seat.hand],
            _stacks(f"held-{number}", seat.sacrifices, worth, places),
        )
        for number, seat in enumerate(view.seats)
        if seat.hand is not None and seat.sacrifices is not None
    ]

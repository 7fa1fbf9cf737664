"""The public stocks of a seat, and the labels of its points."""

from __future__ import annotations

from django.utils.functional import Promise

from common.sentences import gettext, npgettext
from common.sentences import gettext_lazy as _
from games.pages.boards.stock import Stock, counted
from games.titles.rapa_nui.rules.cards import CARD_INDEX, HUNTERS, MOAI, PRIEST, WORDS
from games.titles.rapa_nui.rules.data import END_OF_DECK, MOST, START_HUNTERS
from games.titles.rapa_nui.rules.state import View

from .words import BY_WORD, KINDS, TABLE_ORDER, Kind

DRAWINGS = "img/rapa_nui/drawings.svg"
SPRITE = "icons.svg"
"""The file with the sign of the priest, which other games use too."""

_REASONS = {END_OF_DECK: _("The deck ran out")}
_PARTS: dict[str, str | Promise] = {
    "glory": _("Glory"),
    "wood": _("Wood"),
    **{w: kind.name for w, kind in BY_WORD.items()},
}
_TIES = (_("Moai on the table"), _("Total wood"))

_TYPES: dict[str, str | Promise] = {
    "ask": _("ask me"),
    MOST: _("what I have most of"),
    **{WORDS[hunter]: BY_WORD[WORDS[hunter]].name for hunter in HUNTERS},
}

ORDERS: dict[str, tuple[str | Promise, dict[str, str | Promise]]] = {
    "moai_income": (_("When a Moai scores"), {"ask": _("ask me"), "wood": _("wood"), "glory": _("glory")}),
    "offer": (_("When I sacrifice for someone else’s Moai"), _TYPES),
    "take": (_("When I can take a sacrifice card of another type"), _TYPES),
}
"""The questions that a seat may answer once for the whole match, with the wording of the answers."""


def stocks(view: View, before: View, number: int) -> list[Stock]:
    """A seat's wood, glory and sacrifice cards, with the changes since `before`, then the cards on its table."""
    now, was = view.seats[number], before.seats[number]
    return [
        Stock("wood", gettext("wood"), DRAWINGS, "gi-log", now.wood, now.wood - was.wood),
        Stock("glory", gettext("glory"), DRAWINGS, "gi-laurel-crown", now.glory, now.glory - was.glory),
        counted(
            "cards",
            _cards,
            DRAWINGS,
            "sacrifice",
            now.sacrifice_count,
            now.sacrifice_count - was.sacrifice_count,
        ),
        *(
            _on_the_table(KINDS[letter], now.table[CARD_INDEX[letter]], letter in START_HUNTERS[now.color])
            for letter in TABLE_ORDER
        ),
    ]


def _cards(number: int) -> str:
    return npgettext("Rapa Nui, beside a number", "sacrifice card", "sacrifice cards", number)


def _on_the_table(kind: Kind, count: int, is_of_the_start: bool) -> Stock:
    """The cards of a kind on a table; kinds of the seat's start set, which is public, are marked."""
    drawing = SPRITE if kind.letter == PRIEST else DRAWINGS
    if not is_of_the_start:
        return Stock("table", str(kind.name), drawing, kind.icon, count, css=f"rk-{kind.word}")
    words = gettext("{card} (start card)") if count else gettext("{card} (start card, still in hand)")
    return Stock("table", words.format(card=kind.name), drawing, kind.icon, count, css=f"rk-{kind.word} is-start")


def part_label(name: str) -> str | Promise:
    """The name of a part of the points."""
    return _PARTS[name]


def reason_label(reason: str) -> str | Promise:
    """The label of the reason why the game ended."""
    return _REASONS[reason]


def end_rule(view: View) -> str:
    """The rules paragraph that says how points are counted."""
    return "RAP-6.1"


def tie_breaks(view: View) -> list[tuple[str | Promise, list[int]]]:
    """The tie-breaks (RAP 6.2) in order, each with the number of each seat."""
    return [
        (_TIES[0], [seat.table[CARD_INDEX[MOAI]] for seat in view.seats]),
        (_TIES[1], [seat.wood for seat in view.seats]),
    ]

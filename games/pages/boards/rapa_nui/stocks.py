"""What everybody sees a seat own, and the words for its points."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import npgettext

from games.engine.rapa_nui.cards import CARD_INDEX, HUNTERS, MOAI, PRIEST, WORDS
from games.engine.rapa_nui.data import END_OF_DECK, MOST
from games.engine.rapa_nui.state import View
from games.pages.boards.stock import Stock, counted

from .words import BY_WORD, KINDS, TABLE_ORDER, Kind

DRAWINGS = "img/rapa_nui/drawings.svg"
SPRITE = "icons.svg"
"""Where the sign of the priest is drawn, since other games have it too."""

_REASONS = {END_OF_DECK: _("The deck ran out")}
_PARTS: dict[str, str | Promise] = {
    "glory": _("Glory"),
    "wood": _("Wood"),
    **{w: kind.name for w, kind in BY_WORD.items()},
}
_TIES = (_("Moai on the table"), _("Units of wood"))

_TYPES: dict[str, str | Promise] = {
    "ask": _("ask me"),
    MOST: _("what I have most of"),
    **{WORDS[hunter]: BY_WORD[WORDS[hunter]].name for hunter in HUNTERS},
}

ORDERS: dict[str, tuple[str | Promise, dict[str, str | Promise]]] = {
    "moai_income": (_("When a Moai scores"), {"ask": _("ask me"), "wood": _("wood"), "glory": _("glory")}),
    "offer": (_("When I lay a sacrifice card after another’s Moai"), _TYPES),
    "take": (_("When I may take a sacrifice card of another type"), _TYPES),
}
"""The questions that a seat may answer once for the whole match, with the words of their answers."""


def stocks(view: View, before: View, number: int) -> list[Stock]:
    """Wood, glory and sacrifice cards of a seat, with what changed since `before`; then the cards on its table."""
    now, was = view.seats[number], before.seats[number]
    return [
        Stock("wood", _("wood"), DRAWINGS, "gi-log", now.wood, now.wood - was.wood),
        Stock("glory", _("glory"), DRAWINGS, "gi-laurel-crown", now.glory, now.glory - was.glory),
        counted(
            "cards",
            _cards,
            DRAWINGS,
            "sacrifice",
            now.sacrifice_count,
            now.sacrifice_count - was.sacrifice_count,
        ),
        *(_on_the_table(KINDS[letter], now.table[CARD_INDEX[letter]]) for letter in TABLE_ORDER),
    ]


def _cards(number: int) -> str:
    return npgettext("beside a number", "card", "cards", number)


def _on_the_table(kind: Kind, count: int) -> Stock:
    drawing = SPRITE if kind.letter == PRIEST else DRAWINGS
    return Stock("table", kind.name, drawing, kind.icon, count, css=f"rk-{kind.word}")


def part_label(name: str) -> str | Promise:
    """What a part of the points is called."""
    return _PARTS[name]


def reason_label(reason: str) -> str | Promise:
    """How the game ended."""
    return _REASONS[reason]


def end_rule(view: View) -> str:
    """The paragraph that says how points are counted."""
    return "RAP-6.1"


def tie_breaks(view: View) -> list[tuple[str | Promise, list[int]]]:
    """What parts equal points (RAP 6.2): in order, with the number of each seat."""
    return [
        (_TIES[0], [seat.table[CARD_INDEX[MOAI]] for seat in view.seats]),
        (_TIES[1], [seat.wood for seat in view.seats]),
    ]

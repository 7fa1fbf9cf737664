"""The public stocks of a seat, and the labels of its points."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Self

from django.utils.functional import Promise

from common.sentences import gettext, language, npgettext
from common.sentences import gettext_lazy as _
from games.engine.contract import Outcome
from games.pages.boards.product import Product
from games.pages.boards.stock import Stock, counted
from games.titles.princes.rules.cards import PRIESTS
from games.titles.princes.rules.data import ALL, END_BY_CARDS, END_BY_CONQUEST, END_BY_PRIESTS, NEVER
from games.titles.princes.rules.goods import GOODS, Counts
from games.titles.princes.rules.scoring import multipliers, units
from games.titles.princes.rules.state import SeatView, View

from .words import GOOD, PRIEST, card, is_card

SPRITE = "icons.svg"
LATEST = 512
"""How many seats' stocks are cached: those of the latest actions, until everyone has been shown them."""

GOLD = "gold"
"""The part of the points that a conquest adds."""

_REASONS: dict[str, str | Promise] = {
    END_BY_PRIESTS: _("Machu Picchu is saved: every priest is taken"),
    END_BY_CARDS: _("Machu Picchu is saved: no sacrifice cards are left"),
    END_BY_CONQUEST: _("The Spaniards have come: gold multiplies"),
}
_UNITS = _("Units of goods")
_PARTS: dict[str, str | Promise] = {
    "cards": _("Sacrifice cards"),
    "missing cards": _("Missing cards"),
    "trail": _("Inca trail"),
    GOLD: _("Gold multiplier"),
}
_PRIESTS: dict[str, Callable[[int], str]] = {
    "virgin": lambda number: npgettext("beside a number", "Virgin of the Sun", "Virgins of the Sun", number),
    "puma": lambda number: npgettext("beside a number", "Puma priest", "Puma priests", number),
    "condor": lambda number: npgettext("beside a number", "Condor priest", "Condor priests", number),
}


def stocks(view: View, before: View, number: int) -> list[Stock]:
    """A seat's goods, priests, cards and remaining Incas, with the changes since the view `before`."""
    now, was = _Owned.by(view.seats[number]), _Owned.by(before.seats[number])
    return [*_in_words(now, was, language()), *_sun_tile(view, number)]


class _Owned(NamedTuple):
    """What everyone sees that a seat has."""

    goods: Counts
    priests: Counts
    cards: int
    incas: int

    @classmethod
    def by(cls, seat: SeatView) -> Self:
        return cls(seat.goods, seat.priests, seat.hand_size, seat.supply)


@lru_cache(maxsize=LATEST)
def _in_words(now: _Owned, was: _Owned, _language: str | None) -> tuple[Stock, ...]:
    """The stocks of a seat that has this `now`. Cached: all are shown all seats, and an action changes one or two."""
    goods = [
        Stock(word, str(GOOD[word].name), SPRITE, GOOD[word].icon, count, count - earlier)
        for word, count, earlier in zip(GOODS, now.goods, was.goods, strict=True)
    ]
    priests = [
        counted(word, _PRIESTS[word], SPRITE, PRIEST[word].icon, count, count - earlier)
        for word, count, earlier in zip(PRIESTS, now.priests, was.priests, strict=True)
    ]
    return (
        *goods,
        *priests,
        counted("hand", _cards, SPRITE, "cardback", now.cards, now.cards - was.cards),
        counted("supply", _incas_left, SPRITE, "gi-meeple", now.incas, now.incas - was.incas),
    )


def _sun_tile(view: View, number: int) -> list[Stock]:
    """The sign of the seat that starts the next day: it holds the sun tile (PRI 3.4)."""
    if number != view.sun or view.over:
        return []
    return [Stock("sun", gettext("starts the next day"), SPRITE, "lu-sun", "")]


def _cards(number: int) -> str:
    return npgettext("beside a number", "sacrifice card", "sacrifice cards", number)


def _incas_left(number: int) -> str:
    return npgettext("beside a number", "Inca in supply", "Incas in supply", number)


def part_kind(name: str) -> str:
    """The kind with which a part of the points is drawn and counted: all cards are one kind."""
    return "cards" if is_card(name) else name


def part_label(name: str) -> str | Promise:
    """The name of a part of the points."""
    return card(name).name if is_card(name) else _PARTS[name]


def product(outcome: Outcome, number: int) -> Product | None:
    """In a conquest, the factor by which gold multiplies a seat's points (PRI 9.4); otherwise None."""
    if outcome.reason != END_BY_CONQUEST:
        return None
    golds = [next(part.count for part in parts if part.name == GOLD) for parts in outcome.breakdown]
    factor = multipliers(golds)[number]
    points = sum(part.points for part in outcome.breakdown[number] if part.name != GOLD)
    words = gettext("gold {gold}: × {factor}").format(gold=golds[number], factor=factor)
    return Product(GOLD, words, points, factor)


def reason_label(reason: str) -> str | Promise:
    """The label of the reason why the game ended."""
    return _REASONS[reason]


ORDERS: dict[str, tuple[str | Promise, dict[str, str | Promise]]] = {
    "production": (
        _("When my Incas may produce"),
        {
            "ask": _("ask me"),
            NEVER: _("none of them"),
            "1": _("at most one"),
            "2": _("at most two"),
            "3": _("at most three"),
            ALL: _("all I can afford"),
        },
    ),
    "sacrifices": (
        _("When my priests may sacrifice"),
        {
            "ask": _("ask me"),
            NEVER: _("nothing on other players’ turns"),
            "1": _("at most one"),
            "2": _("at most two"),
            ALL: _("every llama"),
        },
    ),
    "offers": (
        _("When I can offer goods in the Main Temple"),
        {"ask": _("ask me"), NEVER: _("nothing on other players’ turns")},
    ),
    "moon_goods": (_("When a moon tile offers a good"), {"ask": _("ask me"), NEVER: _("leave it"), ALL: _("buy it")}),
}
"""The questions that a seat may answer once for the whole match, with the wording of the answers."""


def end_rule(view: View) -> str:
    """The rules paragraph that says how points are counted."""
    return "PRI-9.4"


def tie_breaks(view: View) -> list[tuple[str | Promise, list[int]]]:
    """The tie-break (PRI 9.4): the units of goods of each seat."""
    return [(_UNITS, [units(seat) for seat in view.seats])]

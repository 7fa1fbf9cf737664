"""Amounts of goods and people, and walks on the trail, in words."""

from __future__ import annotations

from collections.abc import Iterable

from common.enumerating import enumerated, labelled
from common.sentences import gettext as _
from common.sentences import ngettext, pgettext
from games.titles.princes.rules.data import (
    GRANARY,
    GRANARY_CORN,
    LAST_DAY,
    MISSING_CARD_POINTS,
    STABLE,
    STABLE_LLAMAS,
    SUMMIT,
    UNIT,
)
from games.titles.princes.rules.goods import GOOD_INDEX, GOODS, LLAMA, Counts

from .words import GOOD, PEOPLE


def goods_text(counts: Iterable[int]) -> str:
    """Counts of the five goods in words: "3 corn, 1 coca"."""
    return enumerated(amount_text(count, word) for word, count in zip(GOODS, counts, strict=True) if count)


def units_text(words: Iterable[str]) -> str:
    """One unit of each of some goods in words: "3 corn, 1 coca"."""
    return enumerated(amount_text(UNIT[GOOD_INDEX[word]], word) for word in words)


def left(counts: Counts, cost: Counts) -> str:
    """The amounts left of the goods that were paid, in words: "0 corn, 2 coca"."""
    kept = zip(GOODS, counts, cost, strict=True)
    return enumerated(amount_text(count - loss, word) for word, count, loss in kept if loss)


def amount_text(number: int, word: str) -> str:
    """An amount of a good in words: "3 corn", "2 llamas"."""
    if word == LLAMA:
        return ngettext("{llamas} llama", "{llamas} llamas", number).format(llamas=number)
    return pgettext("of a good", "{number} {good}").format(number=number, good=GOOD[word].name)


def empty_text(day: int) -> str:
    """The words for an emptied district: it is refilled at night, but not after the last day."""
    return _("empty until tomorrow") if day < LAST_DAY else _("empty")


def people_text(index: int, number: int) -> str:
    """A number of Incas of a profession in words: "1 farmer"."""
    return f"{number} {PEOPLE[index].one if number == 1 else PEOPLE[index].many}"


def steps_text(steps: int) -> str:
    """A number of steps in words."""
    return ngettext("{steps} step", "{steps} steps", steps).format(steps=steps)


def walk_text(field: int, steps: int, cards: int) -> str:
    """The end of a walk from a field, and its gains on the way, in words; `cards` are left in the deck.

    Each summit takes one of them; without any, it brings points instead (PRI 9.4).
    """
    passed = range(field + 1, field + steps + 1)
    gains = []
    summits = sum(place % SUMMIT == 0 for place in passed)
    drawn = min(summits, cards)
    if drawn:
        gains.append(ngettext("a card", "{number} cards", drawn).format(number=drawn))
    if summits > drawn:
        points = MISSING_CARD_POINTS * (summits - drawn)
        gains.append(ngettext("{points} point", "{points} points", points).format(points=points))
    corn = GRANARY_CORN * sum(place % SUMMIT == GRANARY for place in passed)
    if corn:
        gains.append(_("{corn} corn").format(corn=corn))
    llamas = STABLE_LLAMAS * sum(place % SUMMIT == STABLE for place in passed)
    if llamas:
        gains.append(ngettext("{llamas} llama", "{llamas} llamas", llamas).format(llamas=llamas))
    to = _("{steps} to field {field}").format(steps=steps_text(steps), field=(field + steps) % SUMMIT)
    return labelled(to, enumerated(gains)) if gains else to

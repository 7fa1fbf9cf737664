"""Goods in words, and what a walk on the trail leads to."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.princes.data import GRANARY, GRANARY_CORN, STABLE, STABLE_LLAMAS, SUMMIT, UNIT
from games.engine.princes.goods import GOOD_INDEX, GOODS, Counts
from games.pages.enumerating import enumerated, labelled

from .words import GOOD, PEOPLE


def goods_text(counts: Iterable[int]) -> str:
    """Counts of the five goods in words: "3 corn, 1 coca"."""
    return enumerated(_amount(count, word) for word, count in zip(GOODS, counts, strict=True) if count)


def units_text(words: Iterable[str]) -> str:
    """One unit each of some goods in words: "3 corn, 1 coca"."""
    return enumerated(_amount(UNIT[GOOD_INDEX[word]], word) for word in words)


def left(counts: Counts, cost: Counts) -> str:
    """What is left of goods of the kinds that were paid: "0 corn, 2 coca"."""
    kept = zip(GOODS, counts, cost, strict=True)
    return enumerated(_amount(count - loss, word) for word, count, loss in kept if loss)


def _amount(number: int, word: str) -> str:
    return pgettext("of a good", "{number} {good}").format(number=number, good=GOOD[word].name)


def people_text(index: int, number: int) -> str:
    """So many Incas of a profession in words: "1 farmer"."""
    return f"{number} {PEOPLE[index].one if number == 1 else PEOPLE[index].many}"


def steps_text(steps: int) -> str:
    """A number of steps in words."""
    return ngettext("{steps} step", "{steps} steps", steps).format(steps=steps)


def walk_text(field: int, steps: int) -> str:
    """Where a walk leads from a field, and what lies beside the way."""
    passed = range(field + 1, field + steps + 1)
    gains = []
    summits = sum(place % SUMMIT == 0 for place in passed)
    if summits:
        gains.append(ngettext("a card", "{number} cards", summits).format(number=summits))
    corn = GRANARY_CORN * sum(place % SUMMIT == GRANARY for place in passed)
    if corn:
        gains.append(_("{corn} corn").format(corn=corn))
    llamas = STABLE_LLAMAS * sum(place % SUMMIT == STABLE for place in passed)
    if llamas:
        gains.append(ngettext("{llamas} llama", "{llamas} llamas", llamas).format(llamas=llamas))
    to = _("{steps} to field {field}").format(steps=steps_text(steps), field=(field + steps) % SUMMIT)
    return labelled(to, enumerated(gains)) if gains else to

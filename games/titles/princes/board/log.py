"""The log of the Princes in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from common.enumerating import clauses, listed
from common.sentences import gettext as _
from common.sentences import ngettext, pgettext
from games.pages.boards.names import says, strong
from games.titles.princes.rules import hire, temples
from games.titles.princes.rules.cards import PRIEST_INDEX
from games.titles.princes.rules.data import (
    CORN_FOR_A_GOOD,
    CORN_FOR_A_MOON_GOOD,
    OFFER_STEPS,
    PRIEST_COSTS,
    SUNDIAL_STEPS,
)
from games.titles.princes.rules.districts import GOOD_OF, MAIN_TEMPLE, PRODUCTION_INDEX, SUNDIAL
from games.titles.princes.rules.goods import CORN_INDEX, LLAMA
from games.titles.princes.rules.state import View

from .amounts import amount_text, goods_text, steps_text, units_text
from .words import DISTRICT, GOOD, PEOPLE, PRIEST, TILE, card

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def log_line(position: Position, entry: Entry) -> SafeString:
    """The entry's action in one sentence, limited to what the reader may know."""
    verb, *words = entry.text.split()
    return _SENTENCES[verb](position, entry, words)


def log_sign(entry: Entry) -> str:
    """The icon of the district, the good, the priest or the tile that the action is about; "" for nothing done."""
    verb, *words = entry.text.split()
    word = words[0].lstrip("+-") if words else ""
    if word in ("", "0", "none"):
        return ""
    match verb:
        case "settle" | "go" | "jump":
            return DISTRICT[word].icon
        case "moon" | "collect" | "decline":
            return TILE[word].icon
        case "produce":
            return GOOD[GOOD_OF[entry.before.place]].icon
        case "take":
            return PRIEST[word].icon
        case "market" | "sell" | "buy":
            return GOOD[word].icon
    return _SIGNS[verb]


_SIGNS = {
    "sacrifice": GOOD[LLAMA].icon,
    "offer": DISTRICT[MAIN_TEMPLE].icon,
    "hire": "gi-meeple",
    "recall": DISTRICT[SUNDIAL].icon,
    "goods": DISTRICT[SUNDIAL].icon,
    "return": "cardback",
}


def chapter(view: View) -> str:
    """The name of the chapter that a view belongs to: its day."""
    return _("Day {day}").format(day=view.day)


def _district(code: str) -> SafeString:
    return strong(DISTRICT[code].name)


def _settled(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You set up your first Inca at the {place}: a {profession}"),
        _("{name} sets up a first Inca at the {place}: a {profession}"),
        profession=PEOPLE[PRODUCTION_INDEX[words[0]]].one,
        place=_district(words[0]),
    )


def _went(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if entry.before.seats[entry.seat].prince is None:
        you, other = _("You start at the {place}"), _("{name} starts at the {place}")
    else:
        you, other = _("You walk to the {place}"), _("{name} walks to the {place}")
    return says(position, entry.seat, you, other, place=_district(words[0]))


def _rode(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You ride to the {place} for 1 llama"),
        _("{name} rides to the {place} for 1 llama"),
        place=_district(words[0]),
    )


def _stayed(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You stay and take a moon tile: {tile}"),
        _("{name} stays and takes a moon tile: {tile}"),
        tile=strong(TILE[words[0]].name),
    )


def _produced(position: Position, entry: Entry, words: list[str]) -> SafeString:
    number = int(words[0])
    if not number:
        return says(position, entry.seat, _("You produce nothing"), _("{name} produces nothing"))
    return says(
        position,
        entry.seat,
        _("You produce {goods} for {corn} corn"),
        _("{name} produces {goods} for {corn} corn"),
        goods=strong(amount_text(number, GOOD_OF[entry.before.place])),
        corn=CORN_FOR_A_GOOD * number,
    )


def _sacrificed(position: Position, entry: Entry, words: list[str]) -> SafeString:
    number = int(words[0])
    if not number:
        return says(position, entry.seat, _("You sacrifice nothing"), _("{name} sacrifices nothing"))
    before: View = entry.before
    steps = number * temples.steps(before.rows, temples.KIND_OF[before.place])
    return says(
        position,
        entry.seat,
        ngettext("You sacrifice {number} llama: {steps}", "You sacrifice {number} llamas: {steps}", number),
        ngettext("{name} sacrifices {number} llama: {steps}", "{name} sacrifices {number} llamas: {steps}", number),
        number=strong(number),
        steps=steps_text(steps),
    )


def _offered(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "none":
        return says(position, entry.seat, _("You offer nothing"), _("{name} offers nothing"))
    goods = words[0].split("+")
    return says(
        position,
        entry.seat,
        _("You offer {goods}: {steps}"),
        _("{name} offers {goods}: {steps}"),
        goods=strong(units_text(goods)),
        steps=steps_text(OFFER_STEPS * len(goods)),
    )


def _hired(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "none":
        return says(position, entry.seat, _("You set up nobody"), _("{name} sets up nobody"))
    codes = words[0].split("+")
    people = listed(
        pgettext("set up", "a {profession}").format(profession=PEOPLE[PRODUCTION_INDEX[code]].one) for code in codes
    )
    return says(
        position,
        entry.seat,
        _("You set up {people} for {cost}"),
        _("{name} sets up {people} for {cost}"),
        people=strong(people),
        cost=goods_text(hire.cost(tuple(codes))),
    )


def _took(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "none":
        return says(position, entry.seat, _("You take no priest"), _("{name} takes no priest"))
    return says(
        position,
        entry.seat,
        _("You take a {priest} for {cost}"),
        _("{name} takes a {priest} for {cost}"),
        priest=strong(PRIEST[words[0]].name),
        cost=goods_text(PRIEST_COSTS[PRIEST_INDEX[words[0]]]),
    )


def _adjusted(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0].startswith("+"):
        you, other = _("You put 1 {good} on the market"), _("{name} puts 1 {good} on the market")
    else:
        you, other = _("You remove 1 {good} from the market"), _("{name} removes 1 {good} from the market")
    return says(position, entry.seat, you, other, good=strong(GOOD[words[0][1:]].name))


def _sold(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You sell 1 {good} for {corn} corn"),
        _("{name} sells 1 {good} for {corn} corn"),
        good=strong(GOOD[words[0]].name),
        corn=-_corn_paid(entry),
    )


def _bought(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You buy 1 {good} for {corn} corn"),
        _("{name} buys 1 {good} for {corn} corn"),
        good=strong(GOOD[words[0]].name),
        corn=_corn_paid(entry),
    )


def _left(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(position, entry.seat, _("You leave the market"), _("{name} leaves the market"))


def _recalled(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "none":
        return says(position, entry.seat, _("You recall nobody"), _("{name} recalls nobody"))
    return says(
        position,
        entry.seat,
        _("You send a {profession} to the Sundial"),
        _("{name} sends a {profession} to the Sundial"),
        profession=strong(PEOPLE[PRODUCTION_INDEX[words[0]]].one),
    )


def _rewarded(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You receive {goods} and {steps} for an Inca on the Sundial"),
        _("{name} receives {goods} and {steps} for an Inca on the Sundial"),
        goods=strong(units_text(words[0].split("+"))),
        steps=steps_text(SUNDIAL_STEPS),
    )


def _returned(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "?":
        return says(
            position,
            entry.seat,
            ngettext("You put {number} card back", "You put {number} cards back", len(words)),
            ngettext(
                "{name} puts {number} card back under the deck",
                "{name} puts {number} cards back under the deck",
                len(words),
            ),
            number=len(words),
        )
    return says(
        position,
        entry.seat,
        _("You put back: {cards}"),
        _("{name} puts back: {cards}"),
        cards=strong(clauses(card(letters).name for letters in words)),
    )


def _collected(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You pay {corn} corn for the {good} on a moon tile"),
        _("{name} pays {corn} corn for the {good} on a moon tile"),
        corn=CORN_FOR_A_MOON_GOOD,
        good=strong(GOOD[words[0]].name),
    )


def _declined(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You decline the {good} on a moon tile"),
        _("{name} declines the {good} on a moon tile"),
        good=strong(GOOD[words[0]].name),
    )


_SENTENCES: dict[str, Callable[[Position, Entry, list[str]], SafeString]] = {
    "settle": _settled,
    "go": _went,
    "jump": _rode,
    "moon": _stayed,
    "produce": _produced,
    "sacrifice": _sacrificed,
    "offer": _offered,
    "hire": _hired,
    "take": _took,
    "market": _adjusted,
    "sell": _sold,
    "buy": _bought,
    "done": _left,
    "recall": _recalled,
    "goods": _rewarded,
    "return": _returned,
    "collect": _collected,
    "decline": _declined,
}


def _corn_paid(entry: Entry) -> int:
    before: View = entry.before
    after: View = entry.after
    return before.seats[entry.seat].goods[CORN_INDEX] - after.seats[entry.seat].goods[CORN_INDEX]

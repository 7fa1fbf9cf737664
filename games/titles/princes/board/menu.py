"""The legal actions of the Princes as a menu: in groups, some folded, with number keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from common.sentences import gettext as _
from common.sentences import ngettext, pgettext
from games.pages.boards.menu import Choice, Group, number_keys
from games.titles.princes.rules.actions import Action, Adjust, Decline, Done
from games.titles.princes.rules.data import SUNDIAL_GOODS
from games.titles.princes.rules.goods import GOODS

from .amounts import units_text
from .choices import ActionReader, Parcel, pictures
from .words import GOOD, Card, card

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

FEW = 6
"""The maximum number of card pairs in one list; more are folded by their first card."""


@dataclass(frozen=True, slots=True)
class Section(Group):
    """Actions that belong together; a long section may be folded under the words of `fold`, with pictures."""

    template: str = "games/princes/choices.html"
    fold: str = ""
    fold_icons: tuple[str, ...] = ()

    @property
    def shape(self) -> str:
        """The CSS classes for how its buttons look: small where two stand side by side, tiles where there are more."""
        return _SHAPES.get(self.columns, "")


@dataclass(frozen=True, slots=True)
class Ware:
    """A good of which one unit can be picked: its word, a unit in words, its picture and its number key."""

    word: str
    unit: str
    icon: str
    key: str


@dataclass(frozen=True, slots=True)
class Picking(Group):
    """Sets of goods, picked good by good; with scripts, only the button of the picked set is shown.

    `wares` are the goods, `number` how many must be picked (0 for any number); `parts` are the same actions as lists.
    """

    template: str = "games/princes/goods.html"
    wares: tuple[Ware, ...] = ()
    number: int = 0
    parts: tuple[Section, ...] = ()


def menu(position: Position) -> list[Group]:
    """Every legal action once, grouped as a player thinks of them; leaving the market comes last."""
    if not position.legal:
        return []
    reader = ActionReader(position)
    actions = sorted(position.legal, key=lambda action: isinstance(action, Done))
    starts = position.view.seats[position.view.to_move].prince is None
    sections = [
        _section(
            "start" if kind == "go" and starts else kind,
            [replace(reader.choice(action), value=str(action)) for action in alike],
        )
        for kind, found in groupby(actions, _kind)
        for alike in [list(found)]
    ]
    return _numbered([part for section in sections for part in _folded(section)])


def _picking(section: Section, parts: list[Section], number: int) -> Picking:
    """The sets of goods in these parts, and the goods that are in any of them."""
    named = {good for choice in section.actions for good in choice.value.split()[1].split("+")}
    words = [word for word in GOODS if word in named]
    wares = tuple(
        Ware(word, units_text([word]), GOOD[word].icon, key) for word, key in zip(words, number_keys(), strict=False)
    )
    return Picking(section.verb, "", section.actions, wares=wares, number=number, parts=tuple(parts))


def _kind(action: Action) -> str:
    """The kind by which actions are listed together: the verb, with both answers to a moon tile in one."""
    match action:
        case Adjust():
            return "market"
        case Decline():
            return "collect"
        case _:
            return str(action).split()[0]


_TITLES: dict[str, Callable[[], tuple[str, str]]] = {
    "settle": lambda: (_("Set up"), ""),
    "start": lambda: (_("Start at the"), ""),
    "go": lambda: (_("Walk to the"), _("Walk next door (free)")),
    "jump": lambda: (_("Ride to the"), _("Ride anywhere (1 llama)")),
    "moon": lambda: (_("Stay and take"), _("Stay and take a moon tile")),
    "produce": lambda: (_("Produce"), ""),
    "sacrifice": lambda: (_("Sacrifice"), ""),
    "offer": lambda: (_("Offer"), ""),
    "hire": lambda: (_("Set up"), ""),
    "take": lambda: (pgettext("a priest", "Take"), ""),
    "market": lambda: (_("Shift:"), _("Shift a column first (once, free)")),
    "sell": lambda: (_("Sell"), pgettext("heading", "Sell")),
    "buy": lambda: (_("Buy"), pgettext("heading", "Buy")),
    "done": lambda: (_("Market:"), ""),
    "recall": lambda: (_("Recall"), ""),
    "goods": lambda: (_("Receive"), ""),
    "return": lambda: (_("Put back"), ""),
    "collect": lambda: (_("Moon tile:"), ""),
}
_UNNUMBERED = ("jump", "moon")
_COLUMNS = {"jump": 2, "moon": 4, "market": 2, "sell": 2, "buy": 2}
_SHAPES = {2: "act--small", 4: "act--col act--tile"}


def _section(kind: str, choices: list[Choice]) -> Section:
    verb, title = _TITLES[kind]()
    columns = _COLUMNS.get(kind, 1)
    if kind == "market":
        return Section(verb, "", choices, columns, fold=title)
    return Section(verb, title, choices, columns)


def _folded(section: Section) -> list[Group]:
    """The section in parts: sets of goods as a picking, many pairs of cards folded by their first card."""
    first = section.actions[0].value
    if first == "offer none":
        by_count = groupby(sorted(section.actions, key=_things), key=_things)
        return [_picking(section, [_offers(section, number, list(found)) for number, found in by_count], 0)]
    if first.startswith("goods"):
        return [_picking(section, [section], SUNDIAL_GOODS)]
    if first.startswith("return") and len(section.actions) > FEW:
        by_card = groupby(section.actions, key=lambda choice: choice.value.split()[1])
        return [_pairs(section, card(letters), list(found)) for letters, found in by_card]
    return [section]


def _pairs(section: Section, first: Card, choices: list[Choice]) -> Section:
    """The pairs with the same first card, folded under it; each button names only the second card."""
    seconds = [(choice, card(choice.value.split()[2])) for choice in choices]
    return replace(
        section,
        verb=_("Put back {card} and").format(card=first.name),
        fold=_("{card}, and …").format(card=first.name),
        fold_icons=pictures(first),
        actions=[Parcel(each.value, second.name, each.hint, icons=pictures(second)) for each, second in seconds],
    )


def _things(choice: Choice) -> int:
    """The number of things in a choice."""
    return len(choice.icons) if isinstance(choice, Parcel) else 0


def _offers(section: Section, number: int, choices: list[Choice]) -> Section:
    """The offers of this many goods, folded."""
    goods = ngettext("{number} good", "{number} goods", number).format(number=number)
    return replace(section, fold=goods if number else "", actions=choices)


def _numbered(sections: list[Group]) -> list[Group]:
    """The sections, with number keys for choices that are neither folded nor quickly picked on the board."""
    keys = number_keys()
    numbered: list[Group] = []
    for section in sections:
        if isinstance(section, Section) and not section.fold and section.actions[0].value.split()[0] not in _UNNUMBERED:
            section = replace(section, actions=[replace(each, key=next(keys)) for each in section.actions])
        numbered.append(section)
    return numbered

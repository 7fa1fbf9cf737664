"""The legal actions of Rapa Nui as buttons with their consequences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from common.enumerating import clauses, comma
from common.sentences import gettext as _
from common.sentences import ngettext, pgettext
from games.pages.boards.menu import Choice, Group, Reader, number_keys
from games.pages.boards.names import amounts
from games.titles.rapa_nui.rules.buying import price
from games.titles.rapa_nui.rules.cards import CARD_INDEX, MOAI, TYPE_INDEX, Counts, added, shifted
from games.titles.rapa_nui.rules.ending import values
from games.titles.rapa_nui.rules.playing import cost
from games.titles.rapa_nui.rules.scoring import incomes
from games.titles.rapa_nui.rules.state import (
    Action,
    Add,
    Buy,
    Discard,
    Draw,
    Good,
    Income,
    Offer,
    Play,
    SeatView,
    Take,
    View,
)

from .words import KINDS, Kind

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def menu(position: Position) -> list[Group]:
    """Every legal action once, in the order of the notation, grouped as a player thinks of them."""
    if not position.legal:
        return []
    reader, keys = _Reader(position), number_keys()
    groups = []
    for kind_of_action, actions in groupby(position.legal, type):
        choices = [replace(reader.choice(action), value=str(action), key=next(keys)) for action in actions]
        verb, title = _TITLES[kind_of_action]()
        # With a single group, the heading of the panel says enough.
        title = title if len(choices) < len(position.legal) else ""
        groups.append(Group(verb, title, choices, columns=2 if kind_of_action is Income else 1))
    return groups


_TITLES: dict[type[Action], Callable[[], tuple[str, str]]] = {
    Buy: lambda: (_("Buy"), _("Buy one sacrifice card first, if you like")),
    Play: lambda: (_("Play"), pgettext("heading", "Play")),
    Discard: lambda: ("", ""),
    Offer: lambda: (_("Sacrifice"), ""),
    Add: lambda: (_("Sacrifice"), ""),
    Draw: lambda: (_("Draw"), ""),
    Income: lambda: (_("Take"), ""),
    Take: lambda: (_("Take"), ""),
}
"""The verb of each group, and its heading; "" if the panel's heading says enough."""


def _choice(kind: Kind, label: str, hint: str, target: str) -> Choice:
    """A choice with a card's picture; the menu fills in its value and key."""
    return Choice("", label, hint, target=target, kind=kind.word, icon=kind.icon)


def hand_place(kind: Kind, number: int) -> str:
    """The board's name for a card of the hand: the second of a kind stands for playing two of it, and so on."""
    return f"hand-{kind.word}" if number == 1 else f"hand-{kind.word}-{number}"


def known_stone(view: View) -> Counts:
    """The cards on the stone that the viewer knows, by type: the face-up ones and their own face-down ones."""
    return added(view.stone_open, view.stone_own)


@dataclass(frozen=True, slots=True)
class _Reader(Reader[View, SeatView]):
    """The deciding seat, and each action in words."""

    def choice(self, action: Action) -> Choice:
        match action:
            case Buy():
                return self._buy(action)
            case Play():
                return self._play(action)
            case Discard():
                return _choice(KINDS[MOAI], _("Return a Moai"), _("back to the box for good; then draw"), "hand-moai")
            case Offer():
                return self._offer(action)
            case Add():
                return self._add(action)
            case Draw():
                return self._draw(action)
            case Income():
                return self._income(action)
            case Take():
                return self._take(action)

    def _pays(self, wood: int) -> str:
        if not wood:
            return pgettext("costs nothing", "free")
        return _("{wood} wood ({rest} left)").format(wood=wood, rest=self.seat.wood - wood)

    def _worth(self, kind: Kind, more: int = 0) -> int:
        stone = shifted(known_stone(self.view), TYPE_INDEX[kind.letter], more)
        return values(stone)[TYPE_INDEX[kind.letter]]

    def _buy(self, action: Buy) -> Choice:
        kind = KINDS[action.type]
        wood = price(self.seat, TYPE_INDEX[action.type])
        pays = self._pays(wood)
        worth = _("worth {worth} now").format(worth=self._worth(kind))
        return _choice(kind, str(kind.name), f"{pays}{comma()}{worth}", f"supply-{kind.word}")

    def _play(self, action: Play) -> Choice:
        kind = KINDS[action.card]
        wood = cost(action)
        label = str(kind.name) if action.number == 1 else f"{action.number} × {kind.name}"
        pays = self._pays(wood)
        table = shifted(self.seat.table, CARD_INDEX[action.card], action.number)
        seats = [replace(s, table=table) if n == self.number else s for n, s in enumerate(self.view.seats)]
        gain = incomes(seats, action.card)[self.number]
        match action.card:
            case "M":
                then = _("4 points and a sacrifice round")
            case "L":
                then = _("{gain} wood for you each time it scores").format(gain=gain)
            case "P":
                then = _("{gain} glory for you each time it scores").format(gain=gain)
            case _:
                then = ngettext(
                    "{gain} card for you each time it scores", "{gain} cards for you each time it scores", gain
                ).format(gain=gain)
        return _choice(kind, label, clauses([pays, then]), hand_place(kind, action.number))

    def _offer(self, action: Offer) -> Choice:
        kind = KINDS[action.type]
        index = TYPE_INDEX[action.type]
        assert self.seat.sacrifices is not None
        hint = _("you’d have {left} left; each would be worth {worth}").format(
            left=self.seat.sacrifices[index] - 1, worth=self._worth(kind, +1)
        )
        return _choice(kind, str(kind.name), hint, f"own-{kind.word} stone-{kind.word}")

    def _add(self, action: Add) -> Choice:
        kind = KINDS[action.type]
        assert self.seat.sacrifices is not None
        hint = _("each would be worth {worth}; you have {number}").format(
            worth=self._worth(kind, +1), number=self.seat.sacrifices[TYPE_INDEX[action.type]]
        )
        return _choice(kind, str(kind.name), hint, f"supply-{kind.word} stone-{kind.word}")

    def _draw(self, action: Draw) -> Choice:
        column = self.view.columns[action.column - 1]
        kind = KINDS[column[-1]]
        label = _("{card} from column {column}").format(card=kind.name, column=action.column)
        return _choice(kind, label, self._uncovers(column[:-1]), f"column-{action.column}")

    def _uncovers(self, rest: str) -> str:
        if not rest:
            if self.view.deck_size == 0:
                return _("empties the column: the game ends")
            return _("new cards from the deck: a surprise")
        below = KINDS[rest[-1]]
        if self.view.draws_left > 1:
            return _("uncovers {card}").format(card=below.name)
        gains = [gain for gain in enumerate(incomes(self.view.seats, below.letter)) if gain[1]]
        if not gains:
            return _("{card} scores for nobody").format(card=below.name)
        return self._scores(below, gains)

    def _scores(self, kind: Kind, gains: Iterable[tuple[int, int]]) -> str:
        match kind.letter:
            case "L":
                sentence = _("{card} scores wood: {gains}")
            case "P":
                sentence = _("{card} scores glory: {gains}")
            case "M":
                sentence = _("{card} scores glory or wood: {gains}")
            case _:
                sentence = _("{card} scores sacrifice cards: {gains}")
        return sentence.format(card=kind.name, gains=amounts(self.position, gains))

    def _income(self, action: Income) -> Choice:
        gain = incomes(self.view.seats, MOAI)[self.number]
        if action.good is Good.GLORY:
            label = _("{gain} glory").format(gain=gain)
            hint = _("you’d have {total}").format(total=self.seat.glory + gain)
            return Choice("", label, hint, target="income-glory", icon="gi-laurel-crown")
        total = self.seat.wood + gain
        label = _("{gain} wood").format(gain=gain)
        hint = _("you’d have {total}").format(total=total)
        if MOAI in (self.seat.hand or "") and total >= cost(Play(MOAI)):
            hint = _("{total}: enough for your Moai").format(total=total)
        return Choice("", label, hint, target="income-wood", icon="gi-log")

    def _take(self, action: Take) -> Choice:
        kind = KINDS[action.type]
        assert self.seat.sacrifices is not None
        hint = _("worth {worth} now; you have {number}").format(
            worth=self._worth(kind), number=self.seat.sacrifices[TYPE_INDEX[action.type]]
        )
        return _choice(kind, str(kind.name), hint, f"supply-{kind.word}")

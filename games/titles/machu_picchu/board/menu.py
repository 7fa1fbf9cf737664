"""The legal actions of Machu Picchu as buttons with their consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.sentences import gettext as _
from games.pages.boards.menu import Choice, Group, number_keys
from games.titles.machu_picchu.rules import steps
from games.titles.machu_picchu.rules.precinct import CENTRE, NEIGHBOURS, STAIRS
from games.titles.machu_picchu.rules.state import Decision, Lay, Order, Place, Step, View

from .outlook import likely_priest, step
from .pieces import is_mine
from .words import ON_STAIRS, field_name, signed, step_words
from .words import STAIRS as STAIR_WORDS

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def menu(position: Position) -> list[Group]:
    """Every legal action once, in the order of the notation."""
    view: View = position.view
    if not position.legal:
        return []
    match view.decision:
        case Decision.LAY:
            cards = [_lay(view, action) for action in position.legal]
            return [Group(_("Lay"), "", cards, template="games/machu_picchu/laying.html")]
        case Decision.ORDER:
            keyed = zip(position.legal, number_keys(), strict=False)
            orders = [_order(position, action, key) for action, key in keyed]
            return [Group(_("Move"), "", orders, template="games/machu_picchu/orders.html")]
        case _:
            keyed = zip(position.legal, number_keys(), strict=False)
            fields = [_place(action, key) for action, key in keyed]
            return [Group(_("Put it on"), "", fields)]


def _lay(view: View, action: Lay) -> Choice:
    """A card on a stair. These are too many for number keys, so the keys lead to the cards (see `laying.html`)."""
    priest, chance = likely_priest(view, action.number)
    label = _("{number} on {stair}").format(number=action.number, stair=ON_STAIRS[action.stair])
    words = step_words(step(view, priest, action.stair))
    if chance == 1:
        hint = _("priest {priest} {does}").format(priest=priest, does=words)
    else:
        hint = _("most likely priest {priest} ({percent}%) {does}").format(
            priest=priest, percent=round(100 * chance), does=words
        )
    crossing = (str(action.number), STAIR_WORDS[action.stair])
    return Choice(str(action), label, hint, target=f"lay-{action.number}-{action.stair}", crossing=crossing)


def steps_of(view: View, first: int) -> tuple[Step, ...]:
    """The steps of the revealed cards if the `first` priest, 4 or 1, moves first."""
    numbers = [card.number for card in view.stairs if card is not None and card.number is not None]
    assert len(numbers) == len(STAIRS), "the order is asked after the reveal"
    return steps(view.priests, numbers, view.sky.is_sun, first)


def _order(position: Position, action: Order, key: str) -> Choice:
    made = steps_of(position.view, action.first)
    mine = sum(sum(step.stones) for step in made if is_mine(position, step.priest))
    theirs = sum(sum(step.stones) for step in made) - mine
    label = _("largest first") if action.first > 1 else _("smallest first")
    hint = _("your priests {mine}, the other two {theirs}").format(mine=signed(mine), theirs=signed(theirs))
    return Choice(str(action), label, hint, key=key, target=f"priest-{action.first}")


def _place(action: Place, key: str) -> Choice:
    neighbours = NEIGHBOURS[action.field]
    if CENTRE in neighbours:
        hint = _("next to the centre; wins nothing there")
    elif len(neighbours) < len(STAIRS):
        hint = _("at the wall")
    else:
        hint = ""
    return Choice(str(action), field_name(action.field), hint, key=key, target=f"field-{action.field}")

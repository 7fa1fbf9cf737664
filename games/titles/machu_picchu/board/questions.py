"""The prompts of Machu Picchu: who decides, and what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from common.sentences import gettext as _
from games.titles.machu_picchu.rules.precinct import STARTS
from games.titles.machu_picchu.rules.state import Decision, Step, View

from .menu import steps_of

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def task(view: View) -> str:
    """The pending decision in a word or two: the heading of the action panel, the name of a turn."""
    match view.decision:
        case Decision.LAY:
            return _("Lay a card")
        case Decision.ORDER:
            return _("Choose the order")
        case _:
            return _("Put priest {priest} back").format(priest=view.placing)


def intro(position: Position) -> SafeString | str:
    """Facts that the seat to move should know for its decision."""
    view: View = position.view
    match view.decision:
        case Decision.LAY:
            return " ".join([_lies(view), _("The highest number moves priest 4, the lowest priest 1.")])
        case Decision.ORDER if _ends_alike(position):
            return _("All cards are face up. Both orders end the same way: choose either.")
        case Decision.ORDER:
            return _("All cards are face up. You choose only the order of the four steps.")
        case _:
            assert view.placing is not None
            return _(
                "It went over the wall, and its start field {field} is occupied. Choose a field next to it."
            ).format(field=STARTS[view.placing - 1])


def _ends_alike(position: Position) -> bool:
    """Whether the order makes no difference: each priest makes the same step, and those who leave do so in turn."""
    one, other = [steps_of(position.view, action.first) for action in position.legal]
    return set(one) == set(other) and _leaving(one) == _leaving(other)


def _leaving(made: Sequence[Step]) -> list[int]:
    return [step.priest for step in made if step.end is None]


def _lies(view: View) -> str:
    """A sentence: whether the card of the deciding seat will lie face up or down until the reveal."""
    is_open = view.sky.start_open if view.to_move == view.start_player else view.sky.others_open
    if is_open:
        return _("Your card will be face up.")
    return _("Your card stays face down until all four are laid.")


def asks_me(view: View) -> str:
    """The turn bar's sentence for the seat to move."""
    match view.decision:
        case Decision.LAY:
            return _("Your turn: lay a card on a stair")
        case Decision.ORDER:
            return _("Your turn: who moves first?")
        case _:
            return _("Your turn: put priest {priest} back").format(priest=view.placing)


def asks_other(view: View) -> str:
    """The turn bar's sentence for everyone else, with `{name}` for the seat to move."""
    match view.decision:
        case Decision.LAY:
            return _("{name} is laying a card")
        case Decision.ORDER:
            return _("{name} is choosing the order")
        case _:
            return _("{name} is putting priest {priest} back").format(name="{name}", priest=view.placing)

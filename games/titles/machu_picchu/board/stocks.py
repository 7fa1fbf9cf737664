"""The stocks of a seat, and the labels of its points."""

from __future__ import annotations

from django.utils.functional import Promise

from common.sentences import gettext as _
from common.sentences import gettext_lazy
from games.pages.boards.stock import Stock
from games.titles.machu_picchu.rules.data import END_OF_SKY, FULL_DEPOT
from games.titles.machu_picchu.rules.ending import own_priests
from games.titles.machu_picchu.rules.precinct import STAIRS
from games.titles.machu_picchu.rules.state import View

from .drawings import DRAWINGS
from .words import ON_STAIRS, signed

_REASONS: dict[str, str | Promise] = {
    FULL_DEPOT: gettext_lazy("A priest’s depot is full"),
    END_OF_SKY: gettext_lazy("The last round was played"),
}


def stocks(view: View, before: View, number: int) -> list[Stock]:
    """A seat's priests as far as the viewer knows them, the start player's sign, and the cards it has laid."""
    return [*_priests(view, before, number), *_high_priest(view, number), *_laid(view, number)]


def _priests(view: View, before: View, number: int) -> list[Stock]:
    pair = view.seats[number].pair
    if pair is None:
        return [Stock("unknown", _("priests unknown"), DRAWINGS, "badge-unknown", "")]
    return [_priest(view, before, int(priest)) for priest in pair]


def _priest(view: View, before: View, priest: int) -> Stock:
    now, was = view.priests[priest - 1].value, before.priests[priest - 1].value
    label = _("priest {number}").format(number=priest)
    return Stock("priest", label, DRAWINGS, f"badge-{priest}", signed(now), now - was)


def _high_priest(view: View, number: int) -> list[Stock]:
    if number != view.start_player or view.over:
        return []
    return [Stock("high", _("start player"), DRAWINGS, "high-priest", "")]


def _laid(view: View, number: int) -> list[Stock]:
    return [
        Stock(
            "laid",
            _("on {stair}").format(stair=ON_STAIRS[stair]),
            DRAWINGS,
            "card-open" if card.is_open else "card-hidden",
            "?" if card.number is None else card.number,
        )
        for stair, card in zip(STAIRS, view.stairs, strict=True)
        if card is not None and card.seat == number
    ]


def part_label(name: str) -> str:
    """The name of a part of the points: `priest_3`."""
    return _("Priest %(number)s’s stones") % {"number": name.removeprefix("priest_")}


def reason_label(reason: str) -> str | Promise:
    """The label of the reason why the game ended."""
    return _REASONS[reason]


def end_rule(view: View) -> str:
    """The rules paragraph that says how points are counted."""
    return "MAC-7"


def tie_breaks(view: View) -> list[tuple[str, list[int]]]:
    """The tie-break (MAC 7): the value of each seat's better priest."""
    better = [max(view.priests[number - 1].value for number in own_priests(seat)) for seat in view.seats]
    return [(_("Stones of the better priest"), better)]

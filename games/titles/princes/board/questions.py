"""The prompts of The Princes: who decides, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.names import seat_name, strong
from games.titles.princes.rules import temples
from games.titles.princes.rules.data import (
    CORN_FOR_A_GOOD,
    CORN_FOR_A_MOON_GOOD,
    CORN_IN_A_UNIT,
    LAST_DAY,
    OFFER_STEPS,
    SUNDIAL_GOODS,
    SUNDIAL_STEPS,
)
from games.titles.princes.rules.moon import settled_tile
from games.titles.princes.rules.state import Decision, Step, View

from .words import DISTRICT, GOOD

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

_NIGHT = (Step.NIGHT_TILES, Step.NIGHT_SUNDIAL)


def task(view: View) -> str:
    """The pending decision in a word or two: the heading of the action panel, the name of a turn."""
    match view.decision:
        case Decision.SETTLE:
            return _("Set up your first Inca")
        case Decision.TURN:
            assert view.to_move is not None
            return _("Place your prince") if view.seats[view.to_move].prince is None else _("Move your prince")
        case Decision.PRODUCE:
            return _("Let Incas produce")
        case Decision.SACRIFICE:
            return _("Sacrifice llamas")
        case Decision.OFFER:
            return _("Offer goods")
        case Decision.HIRE:
            return _("Set up Incas")
        case Decision.TAKE:
            return _("Take a priest or virgin")
        case Decision.TRADE:
            return _("Trade at the market")
        case Decision.RECALL:
            return _("Recall an Inca")
        case Decision.REWARD:
            return _("Choose three goods")
        case Decision.COLLECT:
            return _("Pay for the moon tile?")
        case _:
            assert view.summit is not None
            return ngettext("Put a card back", "Put {number} cards back", view.summit.returns).format(
                number=view.summit.returns
            )


def intro(position: Position) -> SafeString | str:
    """The reason why the seat to move is asked, for decisions that need an explanation; otherwise ""."""
    view: View = position.view
    match view.decision:
        case Decision.SETTLE:
            return _("One Inca, free, wherever you like. It can work whenever anyone visits.")
        case Decision.TURN if view.sun is not None and view.sun != position.seat:
            return (
                _("Your last turn of the day: the third moon tile is gone.")
                if view.day < LAST_DAY
                else _("Your last turn.")
            )
        case Decision.PRODUCE | Decision.SACRIFICE | Decision.OFFER:
            return _visit(position)
        case Decision.HIRE:
            return _("At most one Inca per district on each visit.")
        case Decision.TAKE:
            return _("Take the next tile in a row. Each one taken makes that row’s llamas worth less.")
        case Decision.TRADE:
            return _trade(view)
        case Decision.RECALL:
            return _recall(view)
        case Decision.REWARD:
            return _("Your Inca on the Sundial brings them, plus {steps} steps.").format(steps=SUNDIAL_STEPS)
        case Decision.COLLECT:
            assert position.seat is not None
            tile = settled_tile(view.seats[position.seat].tiles, view.day)
            return _("Your tile offers 1 {good} for {corn} corn.").format(
                good=GOOD[tile].name, corn=CORN_FOR_A_MOON_GOOD
            )
        case Decision.RETURN:
            return _("You reached the summit and drew cards. Put back any from your hand, old ones included.")
    return ""


def _visit(position: Position) -> SafeString:
    """What a visit to a district or temple lets everyone do there."""
    view: View = position.view
    active = strong(seat_name(position, view.active))
    mine = view.active == position.seat
    if view.decision == Decision.PRODUCE:
        return format_html(
            _("You visit the {place}: each of your Incas there can make one good for {corn} corn.")
            if mine
            else _("{name} visits the {place}: each of your Incas there can make one good for {corn} corn."),
            name=active,
            place=strong(DISTRICT[view.place].name),
            corn=CORN_FOR_A_GOOD,
        )
    if view.decision == Decision.SACRIFICE:
        steps = temples.steps(view.rows, temples.KIND_OF[view.place])
        return format_html(
            _("You visit the {place}: sacrifice up to one llama per priest, {steps} steps each.")
            if mine
            else _("{name} visits the {place}: you may sacrifice one llama per priest, {steps} steps each."),
            name=active,
            place=strong(DISTRICT[view.place].name),
            steps=strong(steps),
        )
    return format_html(
        _("You visit the Main Temple: offer up to one of each good, {steps} steps each; {corn} corn count as one.")
        if mine
        else _(
            "{name} visits the Main Temple: you may offer up to one of each good, {steps} steps each; "
            "{corn} corn count as one."
        ),
        name=active,
        steps=OFFER_STEPS,
        corn=CORN_IN_A_UNIT,
    )


def _trade(view: View) -> str:
    """What can be done at the market now."""
    assert view.trade is not None
    if view.trade.may_adjust:
        return _("You may first shift one column by one good. Then buy and sell as often as you like.")
    return _("You can’t buy a good you sold on this visit, or sell one you bought.")


def _recall(view: View) -> str:
    """What recalling an Inca tonight brings."""
    sentence = (
        _("Tonight it brings {goods} different goods and {steps} steps, then returns to your supply.")
        if view.day < LAST_DAY
        else _("On the last day it brings {goods} different goods and {steps} steps at once.")
    )
    return sentence.format(goods=SUNDIAL_GOODS, steps=SUNDIAL_STEPS)


def asks_me(view: View) -> str:
    """The turn bar's sentence for the seat to move."""
    assert view.to_move is not None
    mine = view.active == view.to_move
    night = view.step in _NIGHT
    match view.decision:
        case Decision.SETTLE:
            return _("Where will you set up your first Inca?")
        case Decision.TURN if view.seats[view.to_move].prince is None:
            return _("Your turn: where will your prince start?")
        case Decision.TURN:
            return _("Your turn: move your prince")
        case Decision.PRODUCE:
            return _("How many Incas produce?") if mine else _("Your call: how many Incas produce?")
        case Decision.SACRIFICE:
            return _("How many llamas will you sacrifice?") if mine else _("Your call: how many llamas?")
        case Decision.OFFER:
            return _("What will you offer?") if mine else _("Your call: what will you offer?")
        case Decision.HIRE:
            return _("Which Incas will you set up?")
        case Decision.TAKE:
            return _("Who will you take?")
        case Decision.TRADE:
            return _("Your turn: trade at the market")
        case Decision.RECALL:
            return _("Which Inca goes to the Sundial?")
        case Decision.REWARD:
            return _("Night: which three goods?") if night else _("The Sundial: which three goods?")
        case Decision.COLLECT:
            return _("Night: pay for your moon tile?") if night else _("Pay for your moon tile?")
        case _:
            return _("The summit: which cards go back?")


def asks_other(view: View) -> str:
    """The turn bar's sentence for everyone else, with `{name}` for the seat to move."""
    match view.decision:
        case Decision.SETTLE:
            return _("{name} is setting up a first Inca")
        case Decision.TURN:
            return _("{name} is moving the prince")
        case Decision.PRODUCE:
            return _("{name} is choosing which Incas produce")
        case Decision.SACRIFICE:
            return _("{name} is choosing llamas to sacrifice")
        case Decision.OFFER:
            return _("{name} is choosing what to offer")
        case Decision.HIRE:
            return _("{name} is setting up Incas")
        case Decision.TAKE:
            return _("{name} is choosing a priest")
        case Decision.TRADE:
            return _("{name} is trading at the market")
        case Decision.RECALL:
            return _("{name} is at the Sundial")
        case Decision.REWARD:
            return _("{name} is choosing three goods")
        case Decision.COLLECT:
            return _("{name} is deciding on a moon tile")
        case _:
            return _("{name} is putting cards back")

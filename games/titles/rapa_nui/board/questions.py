"""The prompts of Rapa Nui: who decides, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.names import seat_name, strong
from games.titles.rapa_nui.rules.buying import affordable
from games.titles.rapa_nui.rules.cards import CARD_INDEX, MOAI
from games.titles.rapa_nui.rules.scoring import incomes
from games.titles.rapa_nui.rules.state import Decision, View

from .words import KINDS

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


def task(view: View) -> str:
    """The pending decision in a word or two: the heading of the action panel, the name of a turn."""
    match view.decision:
        case Decision.TURN if _can_buy(view):
            return _("Buy or play")
        case Decision.TURN | Decision.PLAY:
            return _("Play a card")
        case Decision.OFFER:
            return _("Sacrifice a card")
        case Decision.OFFER_HIDDEN:
            return _("Sacrifice a card face down")
        case Decision.ADD:
            return _("Sacrifice a card from the supply")
        case Decision.DRAW:
            return ngettext("Draw a card", "Draw {number} cards", view.draws_left).format(number=view.draws_left)
        case Decision.MOAI_INCOME:
            return _("Glory or wood?")
        case _:
            return _("Take a card of another type")


def intro(position: Position) -> SafeString | str:
    """The reason why the seat to move is asked, for decisions that need an explanation; otherwise ""."""
    view: View = position.view
    active = strong(seat_name(position, view.active))
    mine = view.active == position.seat
    match view.decision:
        case Decision.OFFER:
            return format_html(
                _(
                    "{name} builds a Moai, so everyone sacrifices a card. The type with the most cards on the "
                    "stone is worth most."
                ),
                name=active,
            )
        case Decision.OFFER_HIDDEN:
            return _("Only you will know which until the game ends.")
        case Decision.ADD:
            return _("You sacrifice one card from the supply, face up.")
        case Decision.DRAW if view.draws_left > 1:
            return _("Only the card uncovered by your last draw scores.")
        case Decision.DRAW:
            return _("The card you uncover scores for everyone.")
        case Decision.MOAI_INCOME:
            assert position.seat is not None
            gain = incomes(view.seats, MOAI)[position.seat]
            return format_html(
                _("You uncovered a Moai: take {gain} glory or {gain} wood.")
                if mine
                else _("{name} uncovered a Moai. You have {number} on the table: take {gain} glory or {gain} wood."),
                name=active,
                number=view.seats[position.seat].table[CARD_INDEX[MOAI]],
                gain=strong(gain),
            )
        case Decision.TAKE:
            assert view.scored is not None
            return format_html(
                ngettext(
                    "{card} scores, but none are left: take a card of another type.",
                    "{card} scores, but none are left: take {due} cards of other types, one at a time.",
                    view.due,
                ),
                card=strong(KINDS[view.scored].name),
                due=view.due,
            )
    return ""


def _can_buy(view: View) -> bool:
    """Whether the seat to move can pay for any sacrifice card."""
    return any(affordable(view.seats[view.active], view.supply))


def asks_me(view: View) -> str:
    """The turn bar's sentence for the seat to move."""
    match view.decision:
        case Decision.TURN if _can_buy(view):
            return _("Your turn: buy or play a card")
        case Decision.TURN:
            return _("Your turn: play a card")
        case Decision.PLAY:
            return _("Your turn: now play a card")
        case Decision.OFFER:
            return _("Which card do you sacrifice?")
        case Decision.OFFER_HIDDEN:
            return _("Your Moai: sacrifice a card face down")
        case Decision.ADD:
            return _("Your Moai: sacrifice from the supply")
        case Decision.DRAW:
            return ngettext("Your turn: draw a card", "Your turn: draw {number} cards", view.draws_left).format(
                number=view.draws_left
            )
        case Decision.MOAI_INCOME:
            mine = view.active == view.to_move
            return _("Your turn: choose what your Moai bring") if mine else _("Your Moai score: choose what they bring")
        case _:
            mine = view.active == view.to_move
            return _("Take a sacrifice card of another type") if mine else _("Which sacrifice card do you take?")


def asks_other(view: View) -> str:
    """The turn bar's sentence for everyone else, with `{name}` for the seat to move."""
    match view.decision:
        case Decision.TURN:
            return _("{name} is buying or playing")
        case Decision.PLAY:
            return _("{name} is playing a card")
        case Decision.OFFER:
            return _("{name} is choosing a sacrifice card")
        case Decision.OFFER_HIDDEN:
            return _("{name} is sacrificing a card face down")
        case Decision.ADD:
            return _("{name} is sacrificing from the supply")
        case Decision.DRAW:
            return _("{name} is drawing")
        case Decision.MOAI_INCOME:
            return _("{name} is choosing glory or wood")
        case _:
            return _("{name} is taking a sacrifice card")

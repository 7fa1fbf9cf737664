"""Text formats: the deal, and the view as a diagram. An action's text is its `str()`."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import contract
from games.engine.contract import BadDeal, Options

from . import data
from .cards import CARD_INDEX, CARDS, ICONS, PRIESTS
from .districts import GOOD_OF, PRODUCTION, TEMPLES
from .goods import GOODS, WARES, Counts
from .setup import is_beginner
from .state import Deal, SeatView, View

_KEY = "deck="


def deal_text(deal: Deal) -> str:
    """The deal in the form that notation.md defines."""
    return deal_words(deal.deck)


def deal_words(cards: Iterable[str]) -> str:
    """The text of a deal of these cards, some of which may be hidden."""
    return _KEY + " ".join(cards)


def parse_deal(seats: int, options: Options, text: str) -> Deal:
    """Parse the text of a deal. Raises BadDeal with the reason if it is not a valid one."""
    contract.check_table(data, seats, options)
    if not text.startswith(_KEY):
        raise BadDeal(f"a deal of {data.KEY} reads deck=cl co …, with a space between two cards")
    cards = text.removeprefix(_KEY).split(" ")
    if "?" in cards:
        raise BadDeal("a deal with ? is for reading: nothing can be dealt from it")
    for card in cards:
        if card not in CARD_INDEX:
            raise BadDeal(f"there is no card {card[:10]!r}; a card is two letters of {ICONS} in this order")
    for card in CARDS:
        if cards.count(card) != 1:
            raise BadDeal(f"the deck must hold {card} once, not {cards.count(card)} times")
    return Deal(seats, is_beginner(options), tuple(cards))


def diagram(view: View) -> str:
    """The view as plain text: city, market, deck, a line for each seat; `>` is the seat to move, `?` hidden cards."""
    districts = [f"{place} {units}" for place, units in zip(PRODUCTION, view.bonuses, strict=True)]
    districts += [f"{place} {stones}" for place, stones in zip(TEMPLES, view.stones, strict=True)]
    lines = [
        f"day {view.day}   moon tiles {' '.join(view.tiles)}"
        + ("" if view.sun is None else f"   sun tile: seat {view.sun}"),
        f"bonuses   {'  '.join(districts)}",
        f"market    {_named(WARES, view.market)}",
        f"rows      {_named(PRIESTS, view.rows)}",
        f"deck      {' '.join(card or '?' for card in view.deck)}",
        *(line for index, seat in enumerate(view.seats) for line in _seat_lines(view, index, seat)),
        f"decision  {_decision(view)}",
    ]
    return "\n".join(lines)


def _named(names: Iterable[str], counts: Counts) -> str:
    return "  ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))


def _seat_lines(view: View, index: int, seat: SeatView) -> tuple[str, ...]:
    marks = (">" if index == view.to_move else " ") + ("*" if index == view.active else " ")
    hand = "? " * seat.hand_size if seat.cards is None else " ".join(seat.cards)
    return (
        f"seat {index} {marks} prince {seat.prince or '-'}  scout {seat.scout}  {_named(GOODS, seat.goods)}"
        + (f"  moon tiles {' '.join(seat.tiles)}" if seat.tiles else ""),
        (
            f"          Incas {_named(GOOD_OF, seat.incas)}  supply {seat.supply}  SD {seat.sundial}"
            f"  {_named(PRIESTS, seat.priests)}"
        ),
        f"          cards {hand.strip()}",
    )


def _decision(view: View) -> str:
    return "none, the game is over" if view.decision is None else f"seat {view.to_move}: {view.decision}"

"""Text formats: the deal, and the view as a diagram. An action's text is its `str()`."""

from __future__ import annotations

from games.engine import contract
from games.engine.contract import BadDeal, Options

from . import data
from .cards import CARDS, HUNTERS, WORDS, Counts
from .ending import values
from .state import Deal, SeatView, View

_KEYS = ("colors", "deck")


def deal_text(deal: Deal) -> str:
    """The deal in the form that notation.md defines."""
    return f"colors={deal.colors};deck={deal.deck}"


def parse_deal(seats: int, options: Options, text: str) -> Deal:
    """Parse the text of a deal. Raises BadDeal with the reason if it is not a valid one."""
    contract.check_table(data, seats, options)
    pairs = [part.partition("=") for part in text.split(";")]
    if tuple(key for key, _, _ in pairs) != _KEYS:
        raise BadDeal(f"a deal of {data.KEY} reads colors=…;deck=…")
    colors, deck = (value for _, _, value in pairs)
    if "?" in deck:
        raise BadDeal("a deal with ? is for reading: nothing can be dealt from it")
    if len(colors) != seats or len(set(colors)) != seats or not set(colors) <= set(data.START_HUNTERS):
        raise BadDeal(f"colors must be {seats} different letters of {''.join(data.START_HUNTERS)}, not {colors!r}")
    if unknown := sorted(set(deck) - set(CARDS)):
        raise BadDeal(f"the deck has no card {unknown[0]!r}; cards are {CARDS}")
    for card in CARDS:
        if deck.count(card) != data.DECK.count(card):
            raise BadDeal(f"the deck must hold {data.DECK.count(card)} {card} ({WORDS[card]}), not {deck.count(card)}")
    return Deal(colors, deck)


def diagram(view: View) -> str:
    """The view as plain text: display, stone, a line for each seat; `>` marks the seat to move, `?` what is hidden."""
    lines = [
        "columns   " + "  ".join(f"{number} {column or '-'}" for number, column in enumerate(view.columns, 1)),
        f"deck      {view.deck_size}" + (f"   in the box {'M' * view.discarded}" if view.discarded else ""),
        f"supply    {_types(view.supply)}",
        (
            f"stone     {_types(view.stone_open)}   face down {view.stone_hidden}"
            f"   values {_types(values(view.stone_open))}"
        ),
        *(_seat_line(view, index, seat) for index, seat in enumerate(view.seats)),
        f"decision  {_decision(view)}",
    ]
    return "\n".join(lines)


def _types(counts: Counts | None) -> str:
    return (
        "?" if counts is None else " ".join(f"{letter}{count}" for letter, count in zip(HUNTERS, counts, strict=True))
    )


def _seat_line(view: View, index: int, seat: SeatView) -> str:
    marks = (">" if index == view.to_move else " ") + ("*" if index == view.active else " ")
    table = "".join(letter * count for letter, count in zip(CARDS, seat.table, strict=True))
    hand = "?" * seat.hand_size if seat.hand is None else seat.hand
    return (
        f"seat {index} {marks} {seat.color}  wood {seat.wood}  glory {seat.glory}  hand {hand}  table {table}"
        f"  sacrifice cards {seat.sacrifice_count} ({_types(seat.sacrifices)})"
        f"  face down {seat.face_down_count} ({_types(seat.face_down)})"
    )


def _decision(view: View) -> str:
    if view.decision is None:
        return "none, the game is over"
    scored = f", {WORDS[view.scored]} is scored" if view.scored else ""
    return f"seat {view.to_move}: {view.decision}{scored}"

"""The texts of the game: the deal, and the view as a diagram."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import contract
from games.engine.contract import BadDeal, Options

from . import state as numbers
from .state import CARDS, KEY, Deal, View


def written(cards: Iterable[object]) -> str:
    """A deck as text."""
    return "deck=" + " ".join(map(str, cards))


def deal_text(deal: Deal) -> str:
    """The deal in a record: `deck=3 1 4 …`."""
    return written(deal.deck)


def parse_deal(seats: int, options: Options, text: str) -> Deal:
    """The deal that `text` describes. Raises BadDeal with the reason if it is not a valid one."""
    contract.check_table(numbers, seats, options)
    name, _, cards = text.partition("=")
    if name != "deck":
        raise BadDeal(f"a deal of {KEY} reads deck=…")
    if sorted(cards.split(" ")) != sorted(map(str, CARDS)):
        raise BadDeal(f"the deck must hold the cards {CARDS[0]} to {CARDS[-1]}, each once, not {cards!r}")
    return Deal(seats, tuple(map(int, cards.split(" "))))


def diagram(view: View) -> str:
    """A line for each seat; `>` marks who decides, `?` what is hidden."""
    lines = [f"trick  {' '.join(map(str, view.trick)) or '-'}"]
    for number, (hand, size, tricks) in enumerate(zip(view.hands, view.sizes, view.tricks, strict=True)):
        cards = " ".join("?" * size if hand is None else map(str, hand))
        lines.append(f"seat {number} {'>' if number == view.to_move else ' '} tricks {tricks}  hand {cards}")
    return "\n".join(lines)

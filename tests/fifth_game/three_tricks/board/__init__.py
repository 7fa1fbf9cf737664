"""Three Tricks on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString

from games.pages.boards.marks import Mark, Motion
from games.pages.boards.menu import Choice, Group
from games.pages.boards.names import says, strong
from games.pages.boards.reminders import Reminder
from games.pages.boards.stock import Stock
from games.pages.boards.usual import BESIDE, ORDERS, PICTURE, chapter, log_sign, part_kind, partners, product
from tests.fifth_game.three_tricks.board import score_chart

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

__all__ = ["BESIDE", "ORDERS", "PICTURE", "chapter", "log_sign", "part_kind", "partners", "product", "score_chart"]

WORDS = "games/three_tricks/words.html"
TEMPLATE = "games/three_tricks/board.html"
DISPLAY = "games/three_tricks/board.html"
KIT = "games/three_tricks/kit.html"
STYLE = "css/three_tricks.css"
CLASS = "g-three_tricks"

REMINDERS = (Reminder("trick", "The highest card takes the trick.", "TRI-2.2"),)


def board(position: Position, groups: list[Group]) -> dict[str, Any]:
    """The trick, and the visible hands."""
    view = position.view
    return {"trick": view.trick, "hands": [hand for hand in view.hands if hand is not None]}


def drawings() -> dict[str, Any]:
    """Nothing is drawn."""
    return {}


def menu(position: Position) -> list[Group]:
    """A button for each card of the hand."""
    choices = [
        Choice(str(action), str(action.card), "The highest card takes the trick", key=str(number), target="trick")
        for number, action in enumerate(position.legal, 1)
    ]
    return [Group("Play", "Play a card", choices)] if choices else []


def task(view: Any) -> str:
    """The task, which is always the same."""
    return "Play a card"


def intro(position: Position) -> str:
    """No introduction: there is nothing to explain."""
    return ""


def asks_me(view: Any) -> str:
    """The sentence for the seat that decides."""
    return "Your turn: play a card"


def asks_other(view: Any) -> str:
    """The sentence for everyone else."""
    return "{name} is playing a card"


def log_line(position: Position, entry: Entry) -> SafeString:
    """An action in a sentence."""
    card = strong(entry.text.split()[1])
    return says(position, entry.seat, "You play {card}", "{name} plays {card}", card=card)


def log_detail(position: Position, entry: Entry) -> list[SafeString | str]:
    """Who took the trick, if it is full."""
    return ["The trick is full."] if not entry.after.trick else []


def motions(position: Position, entry: Entry) -> list[Motion]:
    """Moves of pieces: none."""
    return []


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The place where the card would lie."""
    return [Mark("trick", entry.text.split()[1])]


def stocks(view: Any, before: Any, number: int) -> list[Stock]:
    """The tricks of a seat."""
    now, was = view.tricks[number], before.tricks[number]
    return [Stock("tricks", "tricks", "icons.svg", "lu-play", now, now - was)]


def part_label(name: str) -> str:
    """The label of the only part."""
    return "Tricks"


def reason_label(reason: str) -> str:
    """The label of the only end."""
    return "All cards are played"


def end_rule(view: Any) -> str:
    """The paragraph about counting points."""
    return "TRI-3.1"


def tie_breaks(view: Any) -> list[tuple[str, list[int]]]:
    """Tie-breaks: none."""
    return []

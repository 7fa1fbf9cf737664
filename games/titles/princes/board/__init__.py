"""The presentation of The Princes of Machu Picchu on pages."""

from games.pages.boards.usual import partners

from . import score_chart
from .board import board
from .consequences import log_detail
from .drawings import drawings
from .log import chapter, log_line, log_sign
from .menu import menu
from .motions import marks, motions
from .questions import asks_me, asks_other, intro, task
from .reminders import REMINDERS
from .stocks import ORDERS, end_rule, part_kind, part_label, product, reason_label, stocks, tie_breaks

WORDS = "games/princes/words.html"
TEMPLATE = "games/princes/board.html"
DISPLAY = "games/princes/display.html"
BESIDE = "games/princes/hand.html"
KIT = "games/princes/kit.html"
PICTURE = "games/princes/map.html"
STYLE = "css/princes.css"
CLASS = "g-princes"

__all__ = [
    "BESIDE",
    "CLASS",
    "DISPLAY",
    "KIT",
    "ORDERS",
    "PICTURE",
    "REMINDERS",
    "STYLE",
    "TEMPLATE",
    "WORDS",
    "asks_me",
    "asks_other",
    "board",
    "chapter",
    "drawings",
    "end_rule",
    "intro",
    "log_detail",
    "log_line",
    "log_sign",
    "marks",
    "menu",
    "motions",
    "part_kind",
    "part_label",
    "partners",
    "product",
    "reason_label",
    "score_chart",
    "stocks",
    "task",
    "tie_breaks",
]

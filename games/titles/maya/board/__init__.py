"""The presentation of Maya on pages."""

from games.pages.boards.usual import ORDERS, chapter, part_kind, product

from . import score_chart
from .board import board
from .drawings import drawings
from .log import log_detail, log_line, log_sign
from .menu import menu
from .motions import marks, motions
from .questions import asks_me, asks_other, intro, task
from .reminders import REMINDERS
from .stocks import end_rule, part_label, reason_label, stocks, tie_breaks
from .survey import partners

WORDS = "games/maya/words.html"
TEMPLATE = "games/maya/board.html"
DISPLAY = "games/maya/board.html"
KIT = "games/maya/kit.html"
BESIDE = "games/maya/beside.html"
PICTURE = "games/maya/map.html"
STYLE = "css/maya.css"
CLASS = "g-maya"

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

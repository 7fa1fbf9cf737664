"""The presentation of Rapa Nui on pages."""

from games.pages.boards.usual import BESIDE, part_kind, partners, product

from . import score_chart
from .board import board
from .drawings import drawings
from .log import chapter, log_detail, log_line, log_sign
from .menu import menu
from .motions import marks, motions
from .questions import asks_me, asks_other, intro, task
from .reminders import REMINDERS
from .stocks import ORDERS, end_rule, part_label, reason_label, stocks, tie_breaks

WORDS = "games/rapa_nui/words.html"
TEMPLATE = "games/rapa_nui/board.html"
DISPLAY = "games/rapa_nui/display.html"
KIT = "games/rapa_nui/kit.html"
PICTURE = "games/rapa_nui/picture.html"
STYLE = "css/rapa_nui.css"
CLASS = "g-rapa_nui"

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

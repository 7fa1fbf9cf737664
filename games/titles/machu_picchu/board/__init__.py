"""The presentation of Machu Picchu (1999) on pages."""

from games.pages.boards.usual import ORDERS, part_kind, partners, product

from . import score_chart
from .board import board
from .drawings import drawings
from .log import log_detail, log_line, log_sign
from .menu import menu
from .motions import marks, motions
from .questions import asks_me, asks_other, intro, task
from .reminders import REMINDERS
from .rounds import chapter
from .stocks import end_rule, part_label, reason_label, stocks, tie_breaks

WORDS = "games/machu_picchu/words.html"
TEMPLATE = "games/machu_picchu/board.html"
DISPLAY = "games/machu_picchu/display.html"
KIT = "games/machu_picchu/kit.html"
BESIDE = "games/machu_picchu/beside.html"
PICTURE = "games/machu_picchu/precinct.html"
STYLE = "css/machu_picchu.css"
CLASS = "g-machu_picchu"

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

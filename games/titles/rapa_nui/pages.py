"""The parts of Rapa Nui that pages show."""

from games.pages.titles import Pages, Sample
from games.titles.rapa_nui import board
from games.titles.rapa_nui.board.lesson import LESSON
from games.titles.rapa_nui.board.rulebook import examples

PAGES = Pages(
    board,
    LESSON,
    examples,
    signs=frozenset(
        {"gi-flatfish", "gi-laurel-crown", "gi-log", "gi-moai", "gi-potato", "gi-raspberry", "gi-wheat", "gi-wood-axe"}
    ),
    sample=Sample(
        "games/rapa_nui/dyes.html",
        (
            ("moai", "gi-moai"),
            ("priest", "gi-prayer"),
            ("lumberjack", "gi-wood-axe"),
            ("fish", "gi-flatfish"),
            ("mulberry", "gi-raspberry"),
            ("potato", "gi-potato"),
            ("grain", "gi-wheat"),
        ),
    ),
)

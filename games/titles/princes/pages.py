"""The parts of The Princes of Machu Picchu that pages show."""

from games.pages.titles import Pages, Sample
from games.titles.princes import board
from games.titles.princes.board.lesson import LESSON
from games.titles.princes.board.rulebook import examples

PAGES = Pages(
    board,
    LESSON,
    examples,
    sample=Sample(
        "games/princes/dyes.html",
        (
            ("prod", "g-corn"),
            ("temple", "gi-vulture"),
            ("hire", "gi-meeple"),
            ("house", "gi-prayer"),
            ("market", "gi-trade"),
            ("sundial", "gi-sundial"),
        ),
    ),
)

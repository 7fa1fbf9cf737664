"""The parts of Machu Picchu that pages show."""

from games.pages.titles import Pages
from games.titles.machu_picchu import board
from games.titles.machu_picchu.board.lesson import LESSON
from games.titles.machu_picchu.board.rulebook import examples
from games.titles.machu_picchu.rules.data import LARGEST

PAGES = Pages(
    board,
    LESSON,
    examples,
    signs=frozenset({"card-open", "card-hidden", *(f"badge-{priest}" for priest in range(1, LARGEST + 1))}),
)

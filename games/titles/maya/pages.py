"""The parts of Maya that pages show."""

from games.pages.titles import Pages, Sample
from games.titles.maya import board
from games.titles.maya.board.lesson import LESSON
from games.titles.maya.board.rulebook import examples

PAGES = Pages(
    board,
    LESSON,
    examples,
    # The dyes have no icons: each piece bears the letter of its dye.
    sample=Sample("games/maya/dyes.html", tuple((letter, "") for letter in "roygtbpkn")),
)

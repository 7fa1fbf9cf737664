"""The parts of Maya that pages show."""

from games.pages.titles import Pages, Sample
from games.titles.maya import board
from games.titles.maya.board.lesson import LESSON
from games.titles.maya.board.rulebook import examples
from games.titles.maya.rules.pieces import COLORS

PAGES = Pages(
    board,
    LESSON,
    examples,
    signs=frozenset({"raven", *(f"card-{letter}" for letter in COLORS)}),
    # The dyes have no icons: each piece bears the letter of its dye.
    sample=Sample("games/maya/dyes.html", tuple((letter, "") for letter in COLORS)),
)

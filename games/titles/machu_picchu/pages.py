"""The parts of Machu Picchu that pages show."""

from games.pages.titles import Pages
from games.titles.machu_picchu import board
from games.titles.machu_picchu.board.lesson import LESSON
from games.titles.machu_picchu.board.rulebook import examples

PAGES = Pages(board, LESSON, examples)

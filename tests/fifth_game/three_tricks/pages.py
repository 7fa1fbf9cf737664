"""What pages show of Three Tricks."""

from games.pages.titles import Pages
from tests.fifth_game.three_tricks import board
from tests.fifth_game.three_tricks.board.lesson import LESSON
from tests.fifth_game.three_tricks.board.rulebook import examples

PAGES = Pages(board, LESSON, examples)

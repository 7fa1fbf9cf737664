"""The computer players of Three Tricks."""

from games.titles.manifest import Bot
from tests.fifth_game.three_tricks.bot.tensor import TENSOR
from tests.fifth_game.three_tricks.rules.evaluation import WEIGHTS

BOT = Bot(WEIGHTS, walks=30, tensor=TENSOR)

"""Three Tricks: the smallest game with hidden hands. No site has it; tests use it to show what a game needs."""

from pathlib import Path

from games.titles.manifest import Title
from tests.fifth_game.three_tricks import rules
from tests.fifth_game.three_tricks.bot import BOT
from tests.fifth_game.three_tricks.bot.vocabulary import vocabulary

TITLE = Title(__name__, rules, BOT, vocabulary, Path(__file__).parent)

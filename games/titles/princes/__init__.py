"""The Princes of Machu Picchu (Mac Gerdts, 2008): rules, board, templates and drawings."""

from pathlib import Path

from games.titles.manifest import Title
from games.titles.princes import rules
from games.titles.princes.bot import BOT
from games.titles.princes.bot.vocabulary import vocabulary

TITLE = Title(__name__, rules, BOT, vocabulary, Path(__file__).parent)

"""Machu Picchu (Günter Burkhardt, 1999): rules, board, templates and drawings."""

from pathlib import Path

from games.titles.machu_picchu import rules
from games.titles.machu_picchu.bot import BOT
from games.titles.machu_picchu.bot.vocabulary import vocabulary
from games.titles.manifest import Title

TITLE = Title(__name__, rules, BOT, vocabulary, Path(__file__).parent)

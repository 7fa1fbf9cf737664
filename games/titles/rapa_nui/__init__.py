"""Rapa Nui (Klaus-Jürgen Wrede, 2011): rules, board, templates and drawings."""

from pathlib import Path

from games.titles.manifest import Title
from games.titles.rapa_nui import rules
from games.titles.rapa_nui.bot import BOT
from games.titles.rapa_nui.bot.vocabulary import vocabulary

TITLE = Title(__name__, rules, BOT, vocabulary, Path(__file__).parent)

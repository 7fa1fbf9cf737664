"""Maya (Andrea Mainini, Alberto Branciari, 2012): rules, board, templates and drawings."""

from pathlib import Path

from games.titles.manifest import Title
from games.titles.maya import rules
from games.titles.maya.bot import BOT
from games.titles.maya.bot.vocabulary import vocabulary

TITLE = Title(__name__, rules, BOT, vocabulary, Path(__file__).parent)

"""The computer players of Maya."""

from games.titles.manifest import Bot
from games.titles.maya.bot.tensor import TENSOR
from games.titles.maya.rules.evaluation import WEIGHTS, is_guesswork

BOT = Bot(
    WEIGHTS,
    walks=2000,
    # In the duel these count positions; with task cards there is no time for so many walks.
    iterations={"solid": 1_700, "strong": 17_000},
    is_guesswork=is_guesswork,
    tensor=TENSOR,
)

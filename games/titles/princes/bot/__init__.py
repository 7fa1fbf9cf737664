"""The computer players of The Princes of Machu Picchu."""

from games.titles.manifest import Bot
from games.titles.princes.bot.pilgrims import pilgrim
from games.titles.princes.bot.tensor import TENSOR
from games.titles.princes.rules.expectation import WEIGHTS

BOT = Bot(
    WEIGHTS,
    walks=300,
    # More time gains less and less: one second won about as often as ten (docs/arena.md).
    iterations={"solid": 2, "strong": 60},
    idle=("none", "0", "decline", "moon"),
    together=pilgrim,
    tensor=TENSOR,
    hidden=("return ?", "return ? ?"),
)
